import { enteredBooking, type OrderLine } from '@jaanch/contracts/booking'
import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import type { PlaceDetails } from '@jaanch/domain/booking/commands'
import { refusalOfSchedule } from '@jaanch/domain/booking/schedule'
import { containedTest } from '@jaanch/domain/catalogue/contained-test'
import { ineligibility } from '@jaanch/domain/catalogue/eligibility'
import { rupeesText } from '@jaanch/domain/notifications/format'
import type pg from 'pg'
import type { FoundOrder } from './found-order.ts'
import type { RequestedBooking, VisitRequest } from './requested-visit.ts'

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
