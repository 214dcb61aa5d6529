import { samplesOf } from '@jaanch/collection/custody/samples'
import { toRupees } from '@jaanch/contracts/money'
import { pickFields } from '@jaanch/contracts/pick-fields'
import type { ReportForecast } from '@jaanch/report/forecast/report-forecast'
import type { BookingSummary } from '../booking.ts'
import { type BookingView, bookingView } from '../booking-view.ts'

/** What a booking's ids refer to, joined when it is read. */
export type JoinedBooking = {
  labName: string | null
  memberName: string | null
  memberRelationship: string | null
  specialInstructions: string | null
  city: string | null
  area: string | null
  patientName: string | null
  contactNumber: string | null
  /** These are missing where they were not looked up */
  paymentReference?: string | null
  visitSize?: number | null | undefined
  /** As `strictestFast` */
  fastingHours: number | null
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
