import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { withoutDeadline } from '@jaanch/platform/deadline'
import { serveCall } from '@jaanch/platform/http/served'
import type { Log } from '@jaanch/platform/logging'
import type pg from 'pg'
import { recordOperation } from '../operators.ts'
import { asSent, type Stored } from '../stored.ts'
import { type MaintenanceNotice, type MaintenanceView, maintenanceCalls } from './api.ts'

type NoticeRow = Stored<MaintenanceNotice, 'from' | 'until'>

/** The notice that counts: it may have ended, or not begun yet. */
async function readMaintenance(db: Queryable): Promise<MaintenanceNotice | null> {
  const { rows } = await db.query<NoticeRow>(
    `select id, text, begins_at as "from", ends_at as until from maintenance_notices
      where cleared_at is null order by id desc limit 1`,
  )
  return rows[0] ? asSent(rows[0]) : null
}

type NewNotice = {
  /** Without personal data: everybody reads it */
  text: string
  /** ISO 8601; null: at once */
  from: string | null
  /** ISO 8601; null: until it is cleared */
  until: string | null
}

/** SQL: it has no end, or one in the future that is after its beginning */
const isAhead = 'coalesce($3::timestamptz > greatest(clock_timestamp(), $2::timestamptz), true)'

/**
 * Shows a notice in every client, in place of the one before. Of two that are set at once the later one counts.
 * @param operator `operator:<account of the machine>` or `admin:<user id>`
 * @throws AppError operation-refused if its time is over, or ends before it begins
 */
async function setMaintenance(
  db: Queryable,
  { text, from, until }: NewNotice,
  operator: string,
): Promise<MaintenanceNotice> {
  const { rows } = await db.query<NoticeRow>(
    `with replaced as (
       update maintenance_notices set cleared_by = $4, cleared_at = clock_timestamp()
        where cleared_at is null and ${isAhead})
     insert into maintenance_notices (text, begins_at, ends_at, set_by)
     select $1, $2, $3, $4 where ${isAhead}
     returning id, text, begins_at as "from", ends_at as until`,
    [text, from, until, operator],
  )
  if (!rows[0]) throw new AppError('operation-refused', 'It must end in the future, and after it begins.')
  return asSent(rows[0])
}

/**
 * Ends a notice. One that was set after it stays.
 * @throws AppError not-found if it is none that counts
 */
async function clearMaintenance(db: Queryable, id: number, operator: string): Promise<void> {
  const { rowCount } = await db.query(
    `update maintenance_notices set cleared_by = $2, cleared_at = clock_timestamp()
      where cleared_at is null and id <= $1`,
    [id, operator],
  )
  if (rowCount === 0) throw new AppError('not-found', 'This notice is over.')
}

/** The notice that operators show to everybody. It is answered from memory: nobody waits for the database, which may be down just then. */
export type Maintenance = {
  current(): MaintenanceView
  /** Reads it again, soon */
  refresh(): void
  /** Calls back whenever another notice counts, or none any more */
  onChange(callback: (view: MaintenanceView) => void): void
}

/** ms; a change is notified, so this bounds the time after a notification that was lost */
const keptForMs = 30_000

type Source = { pool: pg.Pool; log: Log; now: () => Date }

export function createMaintenance({ pool, log, now }: Source): Maintenance {
  let latest: MaintenanceNotice | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let begun = 0
  let finished = 0
  const callbacks: ((view: MaintenanceView) => void)[] = []

  function refresh(): void {
    readAt = performance.now()
    begun += 1
    const turn = begun
    withoutDeadline(() => readMaintenance(pool)).then(
      (found) => {
        // the read that began later is right
        if (turn < finished) return
        finished = turn
        const isOther = found?.id !== latest?.id
        latest = found
        if (isOther) for (const callback of callbacks) callback(view())
      },
      (error) => log.warn({ err: error }, 'the maintenance notice cannot be read, trying again'),
    )
  }

  function view(): MaintenanceView {
    const isOver = latest?.until != null && Date.parse(latest.until) <= now().getTime()
    return { notice: isOver ? null : latest }
  }

  return {
    current() {
      if (performance.now() - readAt > keptForMs) refresh()
      return view()
    },
    refresh,
    onChange: (callback) => void callbacks.push(callback),
  }
}

/** Each change is in the audit trail before it is tried; the notice holds who set and cleared it. */
export const maintenanceRoutes = [
  serveCall(maintenanceCalls.getMaintenance, async (_, { maintenance }) => maintenance.current()),
  serveCall(maintenanceCalls.setMaintenance, async ({ body, caller }, { operationsDb: db }) => {
    const operator = actorOf(caller)
    await recordOperation(db, operator, 'notice set')
    return { notice: await setMaintenance(db, body, operator) }
  }),
  serveCall(maintenanceCalls.clearMaintenance, async ({ body, caller }, { operationsDb: db }) => {
    await recordOperation(db, actorOf(caller), 'notice clear', { id: body.id })
    await clearMaintenance(db, body.id, actorOf(caller))
    return undefined
  }),
]
