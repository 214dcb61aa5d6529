import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { findBooking } from '../events.ts'

const stream = /^(booking|prescription|lab)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * @param of `booking-<id>`, `prescription-<id>` or `lab-<id>`, or the beginning of a booking's id
 * @returns the id of the stream @throws AppError invalid, not-found
 */
export async function findStream(db: Queryable, of: string): Promise<string> {
  const id = of.trim().toLowerCase()
  if (!stream.test(id)) return `booking-${await findBooking(db, id.replace(/^booking-/, ''))}`
  const { rowCount } = await db.query('select from log.events where stream_id = $1 and version = 1', [id])
  if (rowCount === 0) throw new AppError('not-found', `The log has no events of ${id}.`)
  return id
}
