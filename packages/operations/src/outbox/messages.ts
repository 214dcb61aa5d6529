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

/** SQL: the state of a message of the outbox */
export const messageStatus = `coalesce(outcome, case when attempts > 0 then 'failing' else 'waiting' end)`

/** @returns the messages caused by these events, oldest first */
export async function readMessages(db: Queryable, positions: readonly number[]): Promise<OutboxMessage[]> {
  const { rows } = await db.query<OutboxMessage>(
    `select id, position, channel, ${messageStatus} as status,
            case when outcome = 'skipped' then last_error end as reason, attempts, created_at as "createdAt", sent_at as "sentAt"
       from outbox where position = any ($1) order by created_at, channel`,
    [positions],
  )
  return rows
}

/** Unfinished messages are counted up to this number: an outage of the mail server may leave a million */
const countUpTo = 10_001

/** @returns the number of messages that wait, fail (of both together at most 10,001 are counted), or are dead letters */
export async function countOpenMessages(db: Queryable): Promise<Record<string, number>> {
  const { rows } = await db.query<{ status: string; n: number }>(
    `select ${messageStatus} as status, count(*)::int as n
       from (select outcome, attempts from outbox where outcome is null limit ${countUpTo}) open group by 1
      union all
     select 'dead', count(*)::int from dead_letters where resolution is null and message_id is not null having count(*) > 0
      order by 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.n]))
}

/** As many are read in about two seconds. Without an end, millions take longer than a statement may */
const countFinishedUpTo = 1_000_001

/** @returns the number of messages that were sent and skipped, at most 1,000,001 of each */
export async function countFinishedMessages(
  db: Queryable,
  most = countFinishedUpTo,
): Promise<Record<string, number>> {
  const { rows } = await db.query<{ status: string; n: number }>(
    `select status, n from unnest(array['sent', 'skipped']) status
      cross join lateral (
        select count(*)::int as n from (select from outbox where outcome = status limit $1) counted) c
      where n > 0 order by 1`,
    [most],
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.n]))
}
