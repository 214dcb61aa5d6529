/** Writes the event types that the declared consumers want into the tables that relays and workers read. */
import { consumers } from '@jaanch/operations/work/declared'
import type pg from 'pg'

const wanted = consumers.flatMap(({ name: consumer, types }) => types.map((type) => ({ consumer, type })))

/**
 * Adds what the tables lack. What they have besides stays: it may be of a newer release, and a type that is not wanted any more is
 * deleted by a migration, together with the reason why no work of it can wait.
 */
export async function declareConsumers(client: pg.ClientBase): Promise<void> {
  await client.query(
    'insert into consumers (name, begins_at) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [consumers.map(({ name }) => name), consumers.map(({ beginsAt }) => beginsAt)],
  )
  await client.query(
    `insert into consumer_events (consumer, type)
     select consumer, type from jsonb_to_recordset($1) as wanted (consumer text, type text) on conflict do nothing`,
    [JSON.stringify(wanted)],
  )
}

/** @returns what the tables lack, such as `orders of BookingPlaced` */
export async function findUndeclared(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ consumer: string; type: string }>(
    'select consumer, type from consumer_events',
  )
  const declared = new Set(rows.map(({ consumer, type }) => `${consumer} of ${type}`))
  return wanted.map(({ consumer, type }) => `${consumer} of ${type}`).filter((each) => !declared.has(each))
}
