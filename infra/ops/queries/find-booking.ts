import type { Queryable } from '@jaanch/eventlog/read'
import { Problem } from '../../local/problem.ts'

/**
 * Finds a booking by its id, or by its beginning: people know the first 8 characters.
 * @throws Problem when it is no such text, or no booking or several begin so
 */
export async function findBooking(db: Queryable, given: string): Promise<string> {
  const beginning = given.trim().toLowerCase()
  if (!/^[0-9a-f-]{4,36}$/.test(beginning)) {
    throw new Problem(`"${given}" is not a booking's id, nor its first 8 characters.`)
  }
  const { rows } = await db.query<{ id: string }>(
    // between rather than like: the index on streams serves it
    `select substr(stream_id, 9) as id from log.events
      where stream_id >= 'booking-' || $1 and stream_id < 'booking-' || $1 || 'g' and version = 1
      order by stream_id limit 6`,
    [beginning],
  )
  const [first, ...others] = rows.map(({ id }) => id)
  if (!first) throw new Problem(`No booking begins with ${beginning}.`)
  if (others.length > 0) {
    throw new Problem(
      `Several bookings begin with ${beginning}: give more of the id.\n${[first, ...others].join('\n')}`,
    )
  }
  return first
}
