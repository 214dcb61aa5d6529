import type { Queryable } from '@jaanch/eventlog/read'

/** A message that was, or is to be, delivered. To whom is told by id alone. */
export type Intent = {
  id: string
  /** The event that it tells of */
  position: number
  channel: string
  status: string
  attempts: number
  createdAt: Date
  sentAt: Date | null
}

const status = `coalesce(outcome, case when attempts > 0 then 'failing' else 'waiting' end)`

/** @returns the messages that tell of these events, oldest first */
export async function readIntents(db: Queryable, positions: readonly number[]): Promise<Intent[]> {
  const { rows } = await db.query<Intent>(
    `select id, position, channel, ${status} as status, attempts, created_at as "createdAt", sent_at as "sentAt"
       from outbox where position = any ($1) order by created_at, channel`,
    [positions],
  )
  return rows
}

/** @returns how many messages there are of each status */
export async function countIntents(db: Queryable): Promise<Record<string, number>> {
  const { rows } = await db.query<{ status: string; n: number }>(
    `select ${status} as status, count(*)::int as n from outbox group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.n]))
}
