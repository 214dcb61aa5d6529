import { streamId } from '@jaanch/eventlog/events/streams'
import type { Queryable } from '@jaanch/eventlog/read'
import { findSubject } from '../find-subject.ts'

/**
 * Finds the stream of a thing that has a row in the read tables.
 * @param of `booking-<id>`, `prescription-<id>` or `lab-<id>`, an id or its beginning, or the number of an order
 * @returns the id of the stream @throws AppError invalid, not-found
 */
export async function findStream(db: Queryable, of: string): Promise<string> {
  const { kind, id } = await findSubject(db, of, ['booking', 'prescription', 'lab'])
  return streamId(kind, id)
}
