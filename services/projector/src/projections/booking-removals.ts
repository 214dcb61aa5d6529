import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { type Tables, upsert } from './tables.ts'

export type BookingRemoval = { booking_id: string; lab_partner_id: string; position: number }

/** The labs whose booking another lab got in this batch, with the position of that event. */
export function bookingRemovalsOf(
  events: readonly Recorded<BookingEvent>[],
  before: ReadonlyMap<string, BookingSummary>,
): BookingRemoval[] {
  const labs = new Map([...before].map(([id, booking]) => [id, booking.labPartnerId]))
  const latest = new Map<string, BookingRemoval>()
  for (const event of events) {
    const id = parseStreamId('booking', event.streamId)
    if (!id || event.type !== 'LabAssigned') continue
    const lab = labs.get(id)
    if (lab && lab !== event.data.labPartnerId) {
      latest.set(`${id} ${lab}`, { booking_id: id, lab_partner_id: lab, position: event.position })
    }
    labs.set(id, event.data.labPartnerId)
  }
  return [...latest.values()]
}

export async function writeBookingRemovals(tables: Tables, removals: BookingRemoval[]): Promise<void> {
  await upsert(tables, 'booking_removals', ['booking_id', 'lab_partner_id'], removals)
}
