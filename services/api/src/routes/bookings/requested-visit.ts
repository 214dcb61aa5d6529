import { AppError } from '@jaanch/contracts/errors'
import type { bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { appendIdOf } from '@jaanch/eventlog/append-id'

/** The request of the wizard */
export type VisitRequest = Exclude<BodyOf<typeof bookingRoutes.placeBooking>, { prescriptionId: string }>

/** What a request asks for one person: one booking. */
export type RequestedBooking = {
  bookingId: string
  packageIds: readonly string[]
  /** null: the customer is the patient */
  familyMemberId: string | null
}

/**
 * The bookings of a request, in its order.
 * @param id of the first one. The others' ids follow from it, and that of their visit; the visit is none of the bookings, because a
 * person who is moved alone becomes a visit with the id of the booking
 * @returns `visitId`: null for one person
 */
export function requestedVisit(
  { items, packageId, familyMemberId }: VisitRequest,
  id: string,
): { visitId: string | null; bookings: [RequestedBooking, ...RequestedBooking[]] } {
  const [first, ...others] = items ?? [
    { packageIds: packageId === undefined ? [] : [packageId], familyMemberId },
  ]
  if (!first) throw new AppError('invalid')
  const bookingOf = (item: typeof first, bookingId: string): RequestedBooking => ({
    bookingId,
    packageIds: item.packageIds,
    familyMemberId: item.familyMemberId ?? null,
  })
  return {
    visitId: others.length > 0 ? appendIdOf('visit', id) : null,
    bookings: [
      bookingOf(first, id),
      ...others.map((item, index) => bookingOf(item, appendIdOf('booking of a visit', id, index))),
    ],
  }
}

/** Each person once, and each of their tests once. @throws AppError invalid */
export function refuseRepeated({ items = [] }: VisitRequest): void {
  if (hasRepeated(items.map(({ familyMemberId }) => familyMemberId ?? null))) {
    throw new AppError(
      'invalid',
      'Somebody is in this visit twice. Please choose all tests of a person together.',
    )
  }
  if (items.some(({ packageIds }) => hasRepeated(packageIds))) {
    throw new AppError('invalid', 'A test is there twice for the same person.')
  }
}

function hasRepeated(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length
}

/** What a repeated request has in common with the first: not its hold, which the client may have renewed meanwhile, nor the total. */
export function contentOf({
  holdId: _,
  expectedTotal: __,
  ...content
}: Omit<VisitRequest, 'noticeVersion'>): object {
  return content
}
