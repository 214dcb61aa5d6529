import type { Listener } from '@jaanch/platform/listener'
import type { Log } from '@jaanch/platform/logging'
import { inSnapshot, type SnapshotSource } from '@jaanch/platform/reads/snapshot'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { type Change, changeKinds } from './change-kinds.ts'
import { presentAll, unvalidatedRow } from './changes.ts'
import type { UnpresentableRows } from './push-health.ts'

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
