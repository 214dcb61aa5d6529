import type { Log } from '@jaanch/platform/logging'
import type { Listener } from '@jaanch/platform/postgres'
import { inSnapshot, type SnapshotSource } from '@jaanch/platform/reads/read-tables'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Change, changeKinds } from './change-kinds.ts'
import { presentAll, unvalidatedRow } from './changes.ts'

/** `position`: up to which all changes are emitted. `lag`: number of later events that the read tables contain already */
type Progress = { position: number; lag: number }

/** How the push of this process is doing: for `ready` and the heartbeat. */
export type PushHealth = {
  unpresentable: UnpresentableRows
  /** A pass of the tail succeeded. */
  passed(progress: Progress): void
  /** Whether no pass succeeded for 30 s: clients of this process see no changes, those of another one may */
  isStalled(): boolean
  /** For the heartbeat; `silentMs`: since the last pass that succeeded */
  details(): Partial<Progress> & { silentMs: number; unpresentable: number }
}

/** The tail passes at least once a second. */
const stalledAfterMs = 30_000

/** @param now a clock that never goes back, ms */
export function createPushHealth(log: ErrorLog, now: () => number = () => performance.now()): PushHealth {
  const unpresentable = createUnpresentableRows(log)
  let passedAt = now()
  let last: Progress | undefined
  const silentMs = () => Math.round(now() - passedAt)

  return {
    unpresentable,
    passed(progress) {
      passedAt = now()
      last = progress
    },
    isStalled: () => silentMs() > stalledAfterMs,
    details: () => ({ ...last, silentMs: silentMs(), unpresentable: unpresentable.count() }),
  }
}

/** `id`: null if Postgres could not compute the row */
type RowKey = { table: string; id: string | null; position: number }

/** Where errors are logged */
type ErrorLog = { error(fields: object, text: string): void }

/** The rows of the read tables that this process could not present to clients. They are left out; all others are pushed. */
export type UnpresentableRows = {
  /** Logs it, once as long as it stays unpresentable: ten thousand clients that catch up must not log it as often */
  add(row: RowKey, error: unknown): void
  /** It could be presented, so it was mended */
  remove(row: RowKey): void
  count(): number
}

/** Beyond it, a row that is met again is logged again */
const maxRemembered = 10_000

function createUnpresentableRows(log: ErrorLog): UnpresentableRows {
  const rows = new Map<string, number>()
  const keyOf = ({ table, id, position }: RowKey) => `${table} ${id ?? position}`

  return {
    add(row, error) {
      const key = keyOf(row)
      if (rows.get(key) === row.position) return
      log.error({ err: error, ...row }, 'a changed row cannot be presented: clients do not get it')
      if (rows.size < maxRemembered) rows.set(key, row.position)
    },
    remove(row) {
      if (rows.size === 0) return
      rows.delete(keyOf(row))
      rows.delete(keyOf({ ...row, id: null }))
    },
    count: () => rows.size,
  }
}

/** The payload of the channel `refolded` */
const message = z.object({ stream: z.string(), tables: z.array(z.string()) })

type Options = {
  listener: Pick<Listener, 'on'>
  source: SnapshotSource
  emit: (changes: readonly Change[]) => void
  unpresentable: UnpresentableRows
  log: Log
}

/**
 * Pushes the rows that an operator mended. The tail does not: their position is that of their last event, which it has passed. A
 * client replaces a row by one of the same position. Clients that are not connected see it when they fetch again.
 */
export function pushMendedRows({ listener, source, emit, unpresentable, log }: Options): void {
  listener.on('refolded', (payload) => {
    // the listener connected again
    if (payload === '') return
    push(payload).catch((error) => log.warn({ err: error }, 'mended rows were not pushed'))
  })

  /** A payload that this release cannot read rejects: thrown to the listener, it would end the process. */
  async function push(payload: string): Promise<void> {
    const { stream, tables } = message.parse(JSON.parse(payload))
    const kinds = changeKinds.filter(({ table }) => tables.includes(table))
    const rows = await inSnapshot(source, async (tx, { generation }) => {
      const found = []
      for (const kind of kinds) {
        const query = kind.select({ generation }, conditionOf(kind.table, stream))
        for (const row of await tx.any(sql.type(unvalidatedRow)`${query}`)) found.push({ kind, row })
      }
      return found
    })
    emit(presentAll(rows, unpresentable))
  }
}

/** SQL: the rows of a stream in a read table */
function conditionOf(table: string, stream: string): FragmentSqlToken {
  const id = stream.slice(stream.indexOf('-') + 1)
  if (table === 'notifications')
    return sql.fragment`position in (select position from log.events where stream_id = ${stream})`
  return table === 'booking_removals'
    ? sql.fragment`booking_id = ${id}::uuid`
    : sql.fragment`id = ${id}::uuid`
}
