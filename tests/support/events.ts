import type { TestDatabase } from './database.ts'

type Of = { database: Pick<TestDatabase, 'asOwner'> }

type WrittenEvent = { type: string; data: Record<string, unknown>; actor: string }

/** @returns the events of a stream, in their order */
export async function eventsOf({ database }: Of, streamId: string): Promise<WrittenEvent[]> {
  const { rows } = await database.asOwner(
    'select type, data, actor from log.events where stream_id = $1 order by version',
    [streamId],
  )
  return rows
}

/** @returns the types of the events of a stream, in their order */
export async function eventTypes(of: Of, streamId: string): Promise<string[]> {
  return (await eventsOf(of, streamId)).map(({ type }) => type)
}

/** @returns how many bookings customers have placed */
export async function placedBy({ database }: Of, ...customers: { id: string }[]): Promise<number> {
  const { rows } = await database.asOwner(
    "select count(*)::int as n from log.events where type = 'BookingPlaced' and data ->> 'customerId' = any($1)",
    [customers.map(({ id }) => id)],
  )
  return rows[0].n
}
