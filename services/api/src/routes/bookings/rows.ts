import type { BookingDetail, BookingView } from '@jaanch/contracts/http/bookings'
import { toRupees } from '@jaanch/contracts/money'
import {
  bookingStatuses,
  collectionTypes,
  paymentMethods,
  paymentStatuses,
  priorities,
} from '@jaanch/contracts/vocabulary'
import type { BookingSummary } from '@jaanch/domain/booking/summary'
import { sql } from 'slonik'
import { z } from 'zod'
import { positionOf } from '../../reads/read-tables.ts'

/** What people typed, joined to a booking's row when it is read. */
const namesRow = z.object({
  lab_name: z.string().nullable(),
  member_name: z.string().nullable(),
  member_relationship: z.string().nullable(),
  special_instructions: z.string().nullable(),
  city: z.string().nullable(),
})
export type Names = z.output<typeof namesRow>

export const bookingRow = namesRow.extend({
  log_position: z.number(),
  id: z.uuid(),
  position: z.number(),
  created_at: z.date(),
  status: z.enum(bookingStatuses),
  customer_id: z.uuid(),
  lab_partner_id: z.uuid().nullable(),
  package_id: z.uuid(),
  package_name: z.string(),
  prescription_id: z.uuid().nullable(),
  collection_type: z.enum(collectionTypes),
  scheduled_date: z.string().nullable(),
  scheduled_time: z.string().nullable(),
  payment_method: z.enum(paymentMethods),
  payment_status: z.enum(paymentStatuses),
  priority: z.enum(priorities),
  total: z.number(),
  discount: z.number(),
  final: z.number(),
  order_number: z.string().nullable(),
  lines: z.custom<BookingSummary['lines']>(),
  timeline: z.custom<BookingSummary['timeline']>(),
})
export type BookingRow = z.output<typeof bookingRow>

const names = sql.fragment`l.lab_name, f.name as member_name, f.relationship as member_relationship, d.special_instructions,
  d.address->>'city' as city`

/**
 * Bookings with the names of the people in them.
 * @param page the rows of the read table that are wanted: the names are joined to these alone
 */
export function selectBookings(view: { generation: number }, page: ReturnType<typeof sql.fragment>) {
  return sql.fragment`
    select ${positionOf(view)} as log_position, b.*, ${names}
      from (${page}) b
      left join lab_partners l on l.id = b.lab_partner_id
      left join family_members f on f.id = b.family_member_id
      left join booking_details d on d.booking_id = b.id`
}

/** The same names for a booking that was folded from its stream. */
export function selectNames(booking: BookingSummary) {
  return sql.type(namesRow)`
    select ${names}
      from (values (${booking.bookingId}::uuid, ${booking.labPartnerId}::uuid, ${booking.familyMemberId}::uuid))
             b (id, lab_partner_id, family_member_id)
      left join lab_partners l on l.id = b.lab_partner_id
      left join family_members f on f.id = b.family_member_id
      left join booking_details d on d.booking_id = b.id`
}

type Presentable = Omit<
  BookingSummary,
  'bookingId' | 'familyMemberId' | 'report' | 'cancellationReason' | 'assignedAt'
> & {
  id: string
  packageId: string
  packageName: string
}

function present(booking: Presentable, names: Names): BookingView {
  const { total, discount, final, lines: _, ...rest } = booking
  return {
    ...rest,
    totalAmount: toRupees(total),
    discountAmount: toRupees(discount),
    finalAmount: toRupees(final),
    labPartnerName: names.lab_name,
    city: names.city,
    specialInstructions: names.special_instructions,
    package: { id: booking.packageId, name: booking.packageName },
    familyMember:
      names.member_name === null
        ? null
        : { name: names.member_name, relationship: names.member_relationship ?? 'Other' },
  }
}

/** From a read table's row. */
export function presentBookingRow(row: BookingRow): BookingView {
  return present(
    {
      id: row.id,
      customerId: row.customer_id,
      packageId: row.package_id,
      packageName: row.package_name,
      prescriptionId: row.prescription_id,
      labPartnerId: row.lab_partner_id,
      collectionType: row.collection_type,
      scheduledDate: row.scheduled_date,
      scheduledTime: row.scheduled_time,
      status: row.status,
      paymentStatus: row.payment_status,
      paymentMethod: row.payment_method,
      priority: row.priority,
      total: row.total,
      discount: row.discount,
      final: row.final,
      orderNumber: row.order_number,
      lines: row.lines,
      timeline: row.timeline,
      createdAt: row.created_at.toISOString(),
      position: row.position,
    },
    row,
  )
}

/** From a booking's own stream: what a command answers, true without waiting for any read table. */
export function presentBookingSummary(booking: BookingSummary, names: Names): BookingView {
  const {
    bookingId,
    familyMemberId: _,
    report: __,
    cancellationReason: ___,
    assignedAt: ____,
    ...rest
  } = booking
  const [first] = booking.lines
  return present(
    { ...rest, id: bookingId, packageId: first?.packageId ?? '', packageName: first?.name ?? '' },
    names,
  )
}

export function presentBookingDetail(row: BookingRow): BookingDetail {
  return {
    ...presentBookingRow(row),
    lines: row.lines.map((line) => ({ ...line, price: toRupees(line.price) })),
  }
}
