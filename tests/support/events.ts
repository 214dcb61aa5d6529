import type { TestDatabase } from './database.ts'

type Of = { database: Pick<TestDatabase, 'asOwner'> }

/** @returns the types of the events of a stream, in their order */
export async function eventTypes({ database }: Of, streamId: string): Promise<string[]> {
  const { rows } = await database.asOwner(
    'select type from log.events where stream_id = $1 order by version',
    [streamId],
  )
  return rows.map(({ type }) => type)
}

/** @returns how many bookings customers have placed */
export async function placedBy({ database }: Of, ...customers: { id: string }[]): Promise<number> {
  const { rows } = await database.asOwner(
    "select count(*)::int as n from log.events where type = 'BookingPlaced' and data ->> 'customerId' = any($1)",
    [customers.map(({ id }) => id)],
  )
  return rows[0].n
}
