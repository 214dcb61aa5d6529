import type { Audit } from '@jaanch/account/audit/audit'
import { samplesOf } from '@jaanch/collection/custody/samples'
import type { Caller } from '@jaanch/contracts/caller'
import { pickFields } from '@jaanch/contracts/http/fields'
import { toRupees } from '@jaanch/contracts/money'
import type { Role } from '@jaanch/contracts/vocabulary'
import { positionOf, readTable } from '@jaanch/platform/reads/read-tables'
import type { ReportForecast } from '@jaanch/report/forecast/report-forecast'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { BookingSummary } from '../booking.ts'
import { type BookingDetail, type BookingView, bookingView } from '../booking-view.ts'
import { usualFastingHours, whyCollectionClosed } from '../rules.ts'

/** The columns that are joined when a booking is read: what its ids refer to. */
const joinedRow = z.object({
  labName: z.string().nullable(),
  memberName: z.string().nullable(),
  memberRelationship: z.string().nullable(),
  specialInstructions: z.string().nullable(),
  city: z.string().nullable(),
  /** PIN code and city */
  area: z.string().nullable(),
  patientName: z.string().nullable(),
  contactNumber: z.string().nullable(),
  /** These are missing where they were not looked up */
  paymentReference: z.string().nullish(),
  visitSize: z.number().nullish(),
  /** As `strictestFast` */
  fastingHours: z.number().nullable(),
})

export type JoinedBooking = z.output<typeof joinedRow>

export const bookingRow = joinedRow.extend({
  logPosition: z.number(),
  data: z.custom<BookingSummary>(),
})

export type BookingRow = z.output<typeof bookingRow>

/** SQL: the order lines while somebody may have to fast for them; later none is looked up */
const linesToPrepare = sql.fragment`case when b.data->>'status' in ('pending', 'pending_customer_confirmation', 'confirmed')
  then b.data->'lines' end`

const isPaid = sql.fragment`b.data->>'paymentStatus' = 'paid'`

/**
 * @param lines SQL: the order lines as JSON. With `offset 0` each is one look-up by primary key, whatever the planner assumes
 * @param isPaid SQL: otherwise nothing was typed with a payment, and it is not looked up
 */
const joinedColumns = (
  lines: FragmentSqlToken,
  isPaid: FragmentSqlToken,
) => sql.fragment`l.lab_name, f.name as member_name, f.relationship as member_relationship,
  d.special_instructions, d.address->>'city' as city,
  nullif(concat_ws(' ', d.address->>'pincode', d.address->>'city'), '') as area,
  coalesce(f.name, u.name) as patient_name, coalesce(d.address->>'phone', u.phone) as contact_number,
  case when ${isPaid} then (select reference from payment_references where booking_id = b.id) end as payment_reference,
  (select hours from jsonb_array_elements(${lines}) line
    cross join lateral (select coalesce(k.fasting_hours, 0) as hours from packages k
                         where k.id = (line->>'packageId')::uuid and k.fasting_required offset 0) fasts
    order by ${strictestFirst(sql.fragment`hours`)} limit 1) as fasting_hours`

/** SQL: how many of the people who were booked together come */
const comingInVisit = (view: { generation: number }) => sql.fragment`
  case when d.visit_id is not null then
    (select nullif(count(*), 0)::int from booking_details v join ${readTable(view, 'bookings')} m on m.id = v.booking_id
      where v.visit_id = d.visit_id and m.status <> 'cancelled' and m.data->>'visitId' = d.visit_id::text) end as visit_size`

/** SQL: the order of fasting times as `strictestHours` has it */
export function strictestFirst(hours: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`coalesce(nullif(${hours}, 0), ${sql.literalValue(String(usualFastingHours))}::int) desc`
}

/** The columns of `selectBookings` that a `BookingRow` has, by its names. */
export const bookingRowNames = sql.fragment`log_position as "logPosition", data, lab_name as "labName",
  member_name as "memberName", member_relationship as "memberRelationship",
  special_instructions as "specialInstructions", city, area, patient_name as "patientName",
  contact_number as "contactNumber", payment_reference as "paymentReference", visit_size as "visitSize", fasting_hours as "fastingHours"`

const joins = (customerId: FragmentSqlToken, familyMemberId: FragmentSqlToken) => sql.fragment`
      left join users u on u.id = ${customerId}
      left join lab_partners l on l.id = b.lab_partner_id
      left join family_members f on f.id = ${familyMemberId}
      left join booking_details d on d.booking_id = b.id`

/** The columns of the read table that `selectBookings` needs. */
export const bookingColumns = sql.fragment`id, lab_partner_id, created_at, data`

/**
 * Bookings with the names of the people in them.
 * @param page `bookingColumns` of the rows that are needed: only these are joined
 */
export function selectBookings(view: { generation: number }, page: FragmentSqlToken) {
  return sql.fragment`
    select ${positionOf(view)} as log_position, b.*, ${joinedColumns(linesToPrepare, isPaid)}, ${comingInVisit(view)}
      from (${page}) b
      ${joins(sql.fragment`(b.data->>'customerId')::uuid`, sql.fragment`(b.data->>'familyMemberId')::uuid`)}`
}

/** The same joins for a booking whose summary was made from its stream: one `JoinedBooking`, without who comes of its visit. */
export function selectJoined(booking: BookingSummary) {
  const { bookingId, customerId, labPartnerId, familyMemberId, lines, paymentStatus } = booking
  const ordered = JSON.stringify(lines.map(({ packageId }) => ({ packageId })))
  return sql.unsafe`
    select ${joinedColumns(sql.fragment`b.lines`, sql.fragment`${paymentStatus === 'paid'}`)}
      from (values (${bookingId}::uuid, ${customerId}::uuid, ${labPartnerId}::uuid, ${familyMemberId}::uuid, ${ordered}::jsonb))
           b (id, customer_id, lab_partner_id, family_member_id, lines)
      ${joins(sql.fragment`b.customer_id`, sql.fragment`b.family_member_id`)}`
}

/** Every field is picked by name, down to the last, so that nothing else of a row can reach a reader. */
export function presentBooking(booking: BookingSummary, joined: JoinedBooking): BookingView {
  const [first] = booking.lines
  const ordered = { id: first?.packageId ?? '', name: first?.name ?? '' }
  const isAlone = booking.visitId === booking.bookingId
  return pickFields(bookingView, {
    ...booking,
    id: booking.bookingId,
    packageId: ordered.id,
    packageName: ordered.name,
    package: ordered,
    packages: booking.lines.map(({ packageId, name }) => ({ id: packageId, name })),
    visitId: isAlone ? null : booking.visitId,
    visitSize: isAlone ? null : (joined.visitSize ?? null),
    totalAmount: toRupees(booking.total),
    discountAmount: toRupees(booking.discount),
    finalAmount: toRupees(booking.final),
    labPartnerName: joined.labName,
    city: joined.city,
    area: joined.area,
    patientName: joined.patientName,
    contactNumber: joined.contactNumber,
    // left out if there is none, as in the answers to commands, which do not look it up
    ...(joined.paymentReference && { paymentReference: joined.paymentReference }),
    specialInstructions: joined.specialInstructions,
    fastingHours: joined.fastingHours,
    timeline: booking.timeline.map(({ status, at, actor }) => ({ status, at, actor })),
    samples: booking.custody && samplesOf(booking.custody),
    refund: booking.refund && {
      amount: toRupees(booking.refund.amount - (booking.refund.isSettled ? 0 : booking.refund.settled)),
      isSettled: booking.refund.isSettled,
    },
    familyMember:
      joined.memberName === null
        ? null
        : { name: joined.memberName, relationship: joined.memberRelationship ?? 'Other' },
  })
}

/** From a row of `selectBookings`. */
export function presentBookingRow(row: BookingRow): BookingView {
  return presentBooking(row.data, row)
}

/** @param reviewText as far as the reader may see it. @param role only admins see why a lab was chosen, and customers neither who had which tube nor the draft of a report */
export function presentBookingDetail(row: BookingRow, role: Role, reviewText: string | null): BookingDetail {
  const { assignment, escalation, custody, draft, reportedPayment } = row.data
  const lines = row.data.lines.map((line) => ({ ...line, price: toRupees(line.price) }))
  const forAdmins = role === 'admin' && { assignment, escalation }
  return {
    ...presentBookingRow(row),
    lines,
    reviewText,
    ...(role !== 'customer' && {
      custody,
      draft: draft ?? null,
      reportedPayment: reportedPayment && { ...reportedPayment, amount: toRupees(reportedPayment.amount) },
    }),
    ...forAdmins,
  }
}

/** A booking with the time at which its report is to be expected. @param forecast undefined: the field stays missing */
export function expectReport<View extends BookingView>(
  forecast: ReportForecast | undefined,
  view: View,
  now: Date,
): View {
  if (!forecast) return view
  const tests = view.packages.map(({ id }) => id)
  return { ...view, reportExpected: forecast.of(view, view.labPartnerId, tests, now) }
}

/** A booking without what its lab sees of a person only while it works for them. */
export function withoutPerson<View extends BookingView>(view: View): View {
  return {
    ...view,
    familyMember: null,
    specialInstructions: null,
    patientName: null,
    contactNumber: null,
    paymentReference: undefined,
  }
}

/**
 * Shows a reader the people in bookings that they asked for, as far as the window of a lab allows. Each look is in the audit trail
 * before this returns. Answers to commands and pushes, which nobody asked to look at, show labs no person (`unlessLab`).
 * @throws if the audit trail is unavailable
 */
export async function showPeople<View extends BookingView>(
  { audit, now }: { audit: Audit; now: () => Date },
  caller: Caller,
  views: readonly View[],
): Promise<View[]> {
  if (caller.role !== 'lab-partner') return [...views]
  const at = now()
  const shown = views.map((view) => (whyCollectionClosed(view, at) ? withoutPerson(view) : view))
  await recordSeen(audit, caller, shown.filter(isPersonal))
  return shown
}

/**
 * Adds to the audit trail that somebody is shown the people of bookings, before the answer: once for each account, booking and day. What
 * customers see of their own is not recorded.
 * @throws if the audit trail is unavailable
 */
export async function recordSeen(
  audit: Audit,
  caller: Caller,
  bookings: readonly { id: string; customerId: string }[],
): Promise<void> {
  if (caller.role === 'customer') return
  await audit.recordLooks(
    caller,
    bookings.map(({ id, customerId }) => ({
      action: 'patient-seen',
      userId: customerId,
      object: `booking:${id}`,
    })),
  )
}

function isPersonal({ familyMember, specialInstructions, patientName, contactNumber }: BookingView): boolean {
  return [familyMember, specialInstructions, patientName, contactNumber].some((field) => field != null)
}

/** The answer to a command on a booking. */
export function unlessLab(caller: Caller, view: BookingView): BookingView {
  return caller.role === 'lab-partner' ? withoutPerson(view) : view
}
