import type { BookingSummary } from '@jaanch/contracts/booking'
import { type BookingDetail, type BookingView, bookingView } from '@jaanch/contracts/http/bookings'
import { toRupees } from '@jaanch/contracts/money'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { positionOf } from '../../reads/read-tables.ts'
import { pickFields } from '../pick-fields.ts'

/** What a booking's ids refer to, joined when it is read. */
const joinedRow = z.object({
  labName: z.string().nullable(),
  memberName: z.string().nullable(),
  memberRelationship: z.string().nullable(),
  specialInstructions: z.string().nullable(),
  city: z.string().nullable(),
})
export type JoinedBooking = z.output<typeof joinedRow>

export const bookingRow = joinedRow.extend({
  logPosition: z.number(),
  data: z.custom<BookingSummary>(),
})

const joinedColumns = sql.fragment`l.lab_name, f.name as member_name, f.relationship as member_relationship,
  d.special_instructions, d.address->>'city' as city`

/** What `selectBookings` needs of a row of the read table. */
export const bookingColumns = sql.fragment`id, lab_partner_id, created_at, data`

/**
 * Bookings with the names of the people in them.
 * @param page `bookingColumns` of the rows that are needed: only these are joined
 */
export function selectBookings(view: { generation: number }, page: FragmentSqlToken) {
  return sql.fragment`
    select ${positionOf(view)} as log_position, b.*, ${joinedColumns}
      from (${page}) b
      left join lab_partners l on l.id = b.lab_partner_id
      left join family_members f on f.id = (b.data->>'familyMemberId')::uuid
      left join booking_details d on d.booking_id = b.id`
}

/** A row of `selectBookings` as pg gives it. */
export type BookingColumns = {
  log_position: number
  data: BookingSummary
  lab_name: string | null
  member_name: string | null
  member_relationship: string | null
  special_instructions: string | null
  city: string | null
}

export function bookingRowOf(row: BookingColumns): z.output<typeof bookingRow> {
  return {
    logPosition: row.log_position,
    data: row.data,
    labName: row.lab_name,
    memberName: row.member_name,
    memberRelationship: row.member_relationship,
    specialInstructions: row.special_instructions,
    city: row.city,
  }
}

/** Every field is picked by name, down to the last, so that nothing else of a row can reach a reader. */
export function presentBooking(booking: BookingSummary, joined: JoinedBooking): BookingView {
  const [first] = booking.lines
  const ordered = { id: first?.packageId ?? '', name: first?.name ?? '' }
  return pickFields(bookingView, {
    ...booking,
    id: booking.bookingId,
    packageId: ordered.id,
    packageName: ordered.name,
    package: ordered,
    totalAmount: toRupees(booking.total),
    discountAmount: toRupees(booking.discount),
    finalAmount: toRupees(booking.final),
    labPartnerName: joined.labName,
    city: joined.city,
    specialInstructions: joined.specialInstructions,
    timeline: booking.timeline.map(({ status, at, actor }) => ({ status, at, actor })),
    familyMember:
      joined.memberName === null
        ? null
        : { name: joined.memberName, relationship: joined.memberRelationship ?? 'Other' },
  })
}

/** From a row of `selectBookings`. */
export function presentBookingRow(row: z.output<typeof bookingRow>): BookingView {
  return presentBooking(row.data, row)
}

export function presentBookingDetail(row: z.output<typeof bookingRow>): BookingDetail {
  const lines = row.data.lines.map((line) => ({ ...line, price: toRupees(line.price) }))
  return { ...presentBookingRow(row), lines }
}
