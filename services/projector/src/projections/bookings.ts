import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { collectBy, collectedAt } from '@jaanch/domain/booking/deadlines'
import { summarise } from '@jaanch/domain/booking/summary'
import { bookingRemovalsOf, writeBookingRemovals } from './booking-removals.ts'
import { countChanges, countsOfBooking, writeCounts } from './counts.ts'
import { projectStatistics } from './statistics.ts'
import { type Tables, upsert } from './tables.ts'

/** Applies a batch's booking events to the rows, and what follows from a row's change: counts, statistics and removals. */
export async function projectBookings(tables: Tables, events: readonly Recorded[]): Promise<void> {
  const ofBookings = events.flatMap((event) => {
    const id = parseStreamId('booking', event.streamId)
    return id ? [{ id, event: event as Recorded<BookingEvent> }] : []
  })
  if (ofBookings.length === 0) return

  const before = await loadBookings(tables, [...new Set(ofBookings.map(({ id }) => id))])
  const after = new Map(before)
  for (const { id, event } of ofBookings) after.set(id, summarise(after.get(id), event))

  const changes = [...after].map(([id, booking]) => ({ before: before.get(id), after: booking }))
  await upsert(
    tables,
    'bookings',
    ['id'],
    changes.map(({ after }) => rowOf(after)),
  )
  await writeCounts(tables, countChanges(changes, countsOfBooking))
  await projectStatistics(tables, changes)
  await writeBookingRemovals(
    tables,
    bookingRemovalsOf(
      ofBookings.map(({ event }) => event),
      before,
    ),
  )
}

async function loadBookings({ client, name }: Tables, ids: string[]): Promise<Map<string, BookingSummary>> {
  const { rows } = await client.query<{ id: string; data: BookingSummary }>(
    `select id, data from ${name('bookings')} where id = any($1)`,
    [ids],
  )
  return new Map(rows.map(({ id, data }) => [id, data]))
}

function rowOf(booking: BookingSummary) {
  return {
    id: booking.bookingId,
    data: booking,
    created_at: booking.createdAt,
    collect_by: collectBy(booking),
    collected_at: collectedAt(booking),
  }
}
