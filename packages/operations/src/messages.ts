import type { Queryable } from '@jaanch/eventlog/read'

/** A message that was delivered or will be. */
export type OutboxMessage = {
  id: string
  /** The event that caused it */
  position: number
  channel: string
  status: string
  /** Why it was not sent; null for the others */
  reason: string | null
  attempts: number
  createdAt: Date
  sentAt: Date | null
}

const status = `coalesce(outcome, case when attempts > 0 then 'failing' else 'waiting' end)`

/** @returns the messages caused by these events, oldest first */
export async function readMessages(db: Queryable, positions: readonly number[]): Promise<OutboxMessage[]> {
  const { rows } = await db.query<OutboxMessage>(
    `select id, position, channel, ${status} as status,
            case when outcome = 'skipped' then last_error end as reason, attempts, created_at as "createdAt", sent_at as "sentAt"
       from outbox where position = any ($1) order by created_at, channel`,
    [positions],
  )
  return rows
}

/** @returns the number of messages in each status */
export async function countMessages(db: Queryable): Promise<Record<string, number>> {
  const { rows } = await db.query<{ status: string; n: number }>(
    `select ${status} as status, count(*)::int as n from outbox group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.n]))
}
