import {
  containedTest,
  ineligibility,
  type Patient,
  type Restrictions,
} from '@jaanch/catalogue/overlaps/rules'
import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { rupeesText } from '@jaanch/contracts/format'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type pg from 'pg'
import type { bookingCalls } from './api.ts'
import { enteredBooking, type OrderLine } from './booking.ts'
import type { PlaceDetails } from './commands.ts'
import { refusalOfSchedule } from './schedule.ts'
import type { BookingDetails } from './visit/visit-rows.ts'

type Ordered = NonNullable<FoundOrder['ordered']>

/**
 * The order of one person at today's prices: a line has the full price, the discount is the difference to what is paid.
 * @param found what each of the packages refers to
 * @throws AppError for a package that is not on offer or not suitable for the patient, and for ids of other customers
 */
export function priceBooking(
  found: readonly FoundOrder[],
  { bookingId, familyMemberId }: RequestedBooking,
  body: VisitRequest,
  { customerId, visitId, now }: { customerId: string; visitId: string | null; now: Date },
): PlaceDetails {
  const ordered = found.map((order) => order.ordered).filter((test) => test !== null)
  const patient = found[0]?.patient
  if (ordered.length < found.length) throw new AppError('package-unavailable')
  if (!patient) throw new AppError('not-found', 'This family member is not known.')
  const isScheduled = body.collectionType === 'scheduled'
  const scheduledDate = isScheduled ? (body.scheduledDate ?? null) : null
  const scheduledTime = isScheduled ? (body.scheduledTime ?? null) : null
  for (const test of ordered) {
    const reason = ineligibility(test, patient, scheduledDate ?? istDate(now))
    if (reason) throw new AppError('invalid', body.items ? aboutTest(test, patient, reason) : reason)
  }
  if (!found[0]?.address) throw new AppError('not-found', 'This address is not known.')

  const details: PlaceDetails = {
    bookingId,
    customerId,
    familyMemberId,
    prescriptionId: null,
    lines: ordered.map(lineOf),
    discount: ordered.reduce((sum, test) => sum + fullPrice(test) - test.price, 0),
    ...enteredBooking.parse({ ...body, scheduledDate, scheduledTime }),
    priority: 'medium',
    visitId,
    place: null,
  }
  // before a place is taken
  const refusal = refusalOfSchedule(details, timeSlots, now)
  if (refusal) throw new AppError(refusal)
  return details
}

/** @throws AppError price-changed if the customer was shown another total than the one that would be charged */
export function refuseOtherTotal({ expectedTotal }: VisitRequest, placed: readonly PlaceDetails[]): void {
  const total = placed.reduce(
    (sum, { lines, discount }) => sum + lines.reduce((all, { price }) => all + price, 0) - discount,
    0,
  )
  if (expectedTotal === undefined || toPaise(expectedTotal) === total) return
  throw priceChanged(total, `The total is now ${rupeesText(total)}. Please check it and book again.`)
}

/** @param total paise; the answer has it as `total` in rupees */
export function priceChanged(total: number, text: string): AppError {
  return new AppError('price-changed', text, { details: { total: toRupees(total) } })
}

/** The line names the price list that gives the price, if it is not the catalogue's. */
function lineOf(test: Ordered): OrderLine {
  const line = { packageId: test.id, name: test.name, price: fullPrice(test) }
  return test.priceList ? { ...line, priceList: test.priceList } : line
}

/** The price that is shown crossed out, if it is higher. */
function fullPrice({ price, originalPrice }: Ordered): number {
  return Math.max(originalPrice ?? 0, price)
}

/** Of several tests and people, the sentence says which. */
function aboutTest({ name }: Ordered, patient: { name?: string }, reason: string): string {
  return `${name} for ${patient.name ?? 'you'}: ${reason}`
}

/** Nobody pays for a test that another one of theirs contains. @throws AppError invalid */
export async function refuseContained(pool: pg.Pool, bookings: readonly RequestedBooking[]): Promise<void> {
  const several = bookings.filter(({ packageIds }) => packageIds.length > 1)
  if (several.length === 0) return
  const { rows } = await pool.query<{ id: string; name: string; parameterCodes: string[] }>({
    name: 'parameters-of-packages',
    text: 'select id, name, parameter_codes as "parameterCodes" from packages where id = any($1)',
    values: [several.flatMap(({ packageIds }) => packageIds)],
  })
  for (const { packageIds } of several) {
    const contained = containedTest(
      packageIds.flatMap((packageId) => rows.find(({ id }) => id === packageId) ?? []),
    )
    if (contained) {
      const { part, whole } = contained
      throw new AppError('invalid', `${part.name} is already part of ${whole.name}.`)
    }
  }
}

/** The ids in a customer's request, and the id of the booking that it asks for. */
export type OrderIds = {
  bookingId: string
  customerId: string
  packageId: string
  addressId: string
  /** null: the customer is the patient */
  familyMemberId: string | null
}

/** What the ids refer to; null for what does not exist, belongs to another customer, or is not on offer. */
export type FoundOrder = {
  /** Of an earlier request for this booking. `requestHash` is null for an erased customer */
  earlier: { requestHash: string | null } | null
  ordered:
    | (Restrictions & {
        id: string
        name: string
        /** Today, in the marketplace */
        price: number
        /** That gives the price; null: the catalogue */
        priceList: OrderLine['priceList'] | null
        originalPrice: number | null
        fastingRequired: boolean
        fastingHours: number | null
      })
    | null
  /** With the name and relationship of a family member */
  patient: (Patient & { name?: string; relationship?: string }) | null
  /** null: the account no longer exists. `noticeVersion`: of the notice that is recorded last as shown with a booking */
  customer: { name: string; phone: string | null; noticeVersion: number | null } | null
  address: BookingDetails['address']
  /** Open bookings of the customer: those that the projector has counted */
  openBookings: number
  /**
   * Visits of a customer whose e-mail address and phone are both unproven; null for the others, who may have
   * more. Those that ended are among them only below the limit
   */
  unprovenVisits: number | null
}

/** The request of the wizard */
export type VisitRequest = Exclude<BodyOf<typeof bookingCalls.placeBooking>, { prescriptionId: string }>

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
