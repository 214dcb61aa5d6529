import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId } from '@jaanch/contracts/events/streams'
import { collectBy, collectedAt } from '@jaanch/domain/booking/deadlines'
import { type BookingSummary, summarise } from '@jaanch/domain/booking/summary'
import { bookingRemovalsOf, writeBookingRemovals } from './booking-removals.ts'
import { countChanges, placesOfBooking, writeCounts } from './counts.ts'
import { projectStatistics } from './statistics.ts'
import { type Tables, upsert } from './tables.ts'

/** One row a booking, with the columns of the read table. */
export type BookingRow = {
  id: string
  created_at: string
  assigned_at: string | null
  collect_by: string
  collected_at: string | null
  status: BookingSummary['status']
  customer_id: string
  lab_partner_id: string | null
  package_id: string
  package_name: string
  prescription_id: string | null
  family_member_id: string | null
  collection_type: BookingSummary['collectionType']
  scheduled_date: string | null
  scheduled_time: string | null
  payment_method: BookingSummary['paymentMethod']
  payment_status: BookingSummary['paymentStatus']
  order_number: string | null
  cancellation_reason: BookingSummary['cancellationReason']
} & Pick<
  BookingSummary,
  'position' | 'priority' | 'total' | 'discount' | 'final' | 'report' | 'lines' | 'timeline'
>

/** Folds a batch's booking events into the rows, and what follows from a row's change: counts, statistics and booking removals. */
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
  await writeCounts(tables, countChanges(changes, placesOfBooking))
  await projectStatistics(tables, changes)
  await writeBookingRemovals(
    tables,
    bookingRemovalsOf(
      ofBookings.map(({ event }) => event),
      before,
    ),
  )
}

async function loadBookings(tables: Tables, ids: string[]): Promise<Map<string, BookingSummary>> {
  const { rows } = await tables.client.query<
    Omit<BookingRow, 'created_at' | 'assigned_at'> & { created_at: Date; assigned_at: Date | null }
  >(`select * from ${tables.name('bookings')} where id = any($1)`, [ids])
  return new Map(
    rows.map(({ created_at, assigned_at, ...row }) => [
      row.id,
      summaryOf({
        ...row,
        created_at: created_at.toISOString(),
        assigned_at: assigned_at?.toISOString() ?? null,
      }),
    ]),
  )
}

export function rowOf(booking: BookingSummary): BookingRow {
  const first = booking.lines[0]
  return {
    id: booking.bookingId,
    position: booking.position,
    created_at: booking.createdAt,
    assigned_at: booking.assignedAt,
    collect_by: collectBy(booking).toISOString(),
    collected_at: collectedAt(booking),
    status: booking.status,
    customer_id: booking.customerId,
    lab_partner_id: booking.labPartnerId,
    package_id: first?.packageId ?? '',
    package_name: first?.name ?? '',
    prescription_id: booking.prescriptionId,
    family_member_id: booking.familyMemberId,
    collection_type: booking.collectionType,
    scheduled_date: booking.scheduledDate,
    scheduled_time: booking.scheduledTime,
    payment_method: booking.paymentMethod,
    payment_status: booking.paymentStatus,
    priority: booking.priority,
    total: booking.total,
    discount: booking.discount,
    final: booking.final,
    order_number: booking.orderNumber,
    cancellation_reason: booking.cancellationReason,
    report: booking.report,
    lines: booking.lines,
    timeline: booking.timeline,
  }
}

export function summaryOf(row: BookingRow): BookingSummary {
  return {
    bookingId: row.id,
    position: row.position,
    createdAt: row.created_at,
    assignedAt: row.assigned_at,
    status: row.status,
    customerId: row.customer_id,
    labPartnerId: row.lab_partner_id,
    prescriptionId: row.prescription_id,
    familyMemberId: row.family_member_id,
    collectionType: row.collection_type,
    scheduledDate: row.scheduled_date,
    scheduledTime: row.scheduled_time,
    paymentMethod: row.payment_method,
    paymentStatus: row.payment_status,
    priority: row.priority,
    total: row.total,
    discount: row.discount,
    final: row.final,
    orderNumber: row.order_number,
    cancellationReason: row.cancellation_reason,
    report: row.report,
    lines: row.lines,
    timeline: row.timeline,
  }
}
