import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import type { MaintenanceNotice } from './maintenance-api.ts'

type NoticeRow = { id: number; text: string; from: Date | null; until: Date | null }

function presentNotice({ id, text, from, until }: NoticeRow): MaintenanceNotice {
  return { id, text, from: from?.toISOString() ?? null, until: until?.toISOString() ?? null }
}

/** The notice that counts: it may have ended, or not begun yet. */
export async function readMaintenance(db: Queryable): Promise<MaintenanceNotice | null> {
  const { rows } = await db.query<NoticeRow>(
    `select id, text, begins_at as "from", ends_at as until from maintenance_notices
      where cleared_at is null order by id desc limit 1`,
  )
  return rows[0] ? presentNotice(rows[0]) : null
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
export async function setMaintenance(
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
  return presentNotice(rows[0])
}

/**
 * Ends a notice. One that was set after it stays.
 * @throws AppError not-found if it is none that counts
 */
export async function clearMaintenance(db: Queryable, id: number, operator: string): Promise<void> {
  const { rowCount } = await db.query(
    `update maintenance_notices set cleared_by = $2, cleared_at = clock_timestamp()
      where cleared_at is null and id <= $1`,
    [id, operator],
  )
  if (rowCount === 0) throw new AppError('not-found', 'This notice is over.')
}
