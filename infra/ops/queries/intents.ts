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

async function hasIntents(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ there: boolean }>(
    "select to_regclass('public.intents') is not null as there",
  )
  return rows[0]?.there === true
}

/** @returns the messages that tell of these events, oldest first */
export async function readIntents(db: Queryable, positions: readonly number[]): Promise<Intent[]> {
  if (!(await hasIntents(db))) return []
  const { rows } = await db.query<Intent>(
    `select id, position, channel, status, attempts, created_at as "createdAt", sent_at as "sentAt"
       from intents where position = any ($1) order by created_at, channel`,
    [positions],
  )
  return rows
}

/** @returns how many messages have each status; undefined when there are no messages in this installation */
export async function countIntents(db: Queryable): Promise<Record<string, number> | undefined> {
  if (!(await hasIntents(db))) return undefined
  const { rows } = await db.query<{ status: string; n: number }>(
    'select status, count(*) as n from intents group by status order by status',
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
