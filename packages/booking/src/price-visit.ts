import {
  containedTest,
  ineligibility,
  type Patient,
  type Restrictions,
} from '@jaanch/catalogue/overlaps/rules'
import { givingList, onOffer, presentPrice, pricedPackages } from '@jaanch/catalogue/packages/package-rows'
import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { rupeesText } from '@jaanch/contracts/format'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { untilDeadline } from '@jaanch/platform/deadline'
import { isOfDroppedTables, NoReadTablesError, type ReadBarrier } from '@jaanch/platform/reads/barrier'
import { batchCalls, keepUntilForgotten } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { sql } from 'slonik'
import type { bookingCalls } from './api.ts'
import { enteredBooking, type OrderLine } from './booking.ts'
import type { Limits } from './limits.ts'
import type { BookingTab } from './list/tabs.ts'
import type { PlaceDetails } from './order.ts'
import { refusalOfSchedule } from './rules.ts'
import type { BookingDetails } from './visit/visit-rows.ts'

/** The ids in a customer's request, and the id of the booking that it asks for. */
type OrderIds = {
  bookingId: string
  customerId: string
  packageId: string
  addressId: string
  /** null: the customer is the patient */
  familyMemberId: string | null
}

/** The things that the ids refer to; null for one that does not exist, belongs to another customer, or is not on offer. */
export type FoundOrder = {
  /** An earlier request for this booking. `requestHash` is null for an erased customer */
  earlier: { requestHash: string | null } | null
  ordered:
    | (Restrictions & {
        id: string
        name: string
        /** Today, in the marketplace */
        price: number
        /** The list that gives the price; null: the catalogue */
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

export type LookUpOrder = (ids: OrderIds) => Promise<FoundOrder>

/** SQL: a saved address `a` as bookings keep it */
export const addressSnapshot = sql.fragment`
  to_jsonb(a) - 'customer_id' - 'created_at' - 'deleted_at' - 'request_hash'`

/** A superseded generation is dropped after a minute */
const keptForMs = 5_000

// Scalar subqueries: each is one look-up by primary key, whatever the planner assumes about the number of requests.
const lookUpSql = (openBookings: string) => `
  select (select jsonb_build_object('requestHash', request_hash) from booking_details where booking_id = r.booking_id) as earlier,
         (select jsonb_build_object('id', id, 'name', name, 'price', ${presentPrice.sql}, 'priceList', ${givingList.sql}, 'originalPrice', original_price,
                                    'genderSpecific', gender_specific, 'ageMin', age_min, 'ageMax', age_max,
                                    'fastingRequired', fasting_required, 'fastingHours', fasting_hours)
            from ${pricedPackages.sql} where id = r.package_id and ${onOffer.sql}) as ordered,
         case when r.member_id is null
              then (select jsonb_build_object('gender', gender, 'dateOfBirth', date_of_birth) from users where id = r.customer_id)
              else (select jsonb_build_object('gender', gender, 'dateOfBirth', date_of_birth, 'name', name,
                                              'relationship', relationship)
                      from family_members where id = r.member_id and customer_id = r.customer_id and deleted_at is null)
         end as patient,
         (select jsonb_build_object('name', name, 'phone', phone, 'noticeVersion',
                                    (select version from consents where user_id = users.id and purpose = 'notice-booking'
                                      order by id desc limit 1))
            from users where id = r.customer_id) as customer,
         (select ${addressSnapshot.sql} from customer_addresses a
           where id = r.address_id and customer_id = r.customer_id and deleted_at is null) as address,
         ${openBookings} as "openBookings",
         (select case when email_proven_at is null and phone_proven_at is null then count_unproven_visits(id, $6) end
            from users where id = r.customer_id) as "unprovenVisits"
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[])
           with ordinality r (booking_id, customer_id, package_id, address_id, member_id, ordinal)
   order by r.ordinal`

/** The number on the customer's tab of open bookings, as far as the projector has come: one look-up, however many there are */
function countOpen(generation: number): string {
  const tab: BookingTab = 'upcoming'
  return `coalesce((select n::int from read_${generation}.counts where owner = 'customer-' || r.customer_id and tab = '${tab}'), 0)`
}

/**
 * Everything that a new booking needs from the database, in one statement; requests that come together share it. (Five statements
 * by slonik, which does not prepare them, cost the server 1.7 ms a booking, this one 0.2 ms.)
 */
export function createOrderLookUp({
  logDb,
  barrier,
  limits,
}: {
  logDb: pg.Pool
  barrier: Pick<ReadBarrier, 'readView'>
  limits: Pick<Limits, 'unprovenVisits'>
}): LookUpOrder {
  /** The live one, or undefined. It may be a little old: it is asked too often to pass the barrier each time */
  const generation = keepUntilForgotten(keptForMs, () =>
    barrier.readView().then(
      (view) => view.generation,
      (error) => {
        if (error instanceof NoReadTablesError) return undefined
        throw error
      },
    ),
  )

  async function lookUp(orders: OrderIds[]): Promise<FoundOrder[]> {
    const live = await generation.get()
    const { rows } = await logDb.query<FoundOrder>({
      name: `look-up-orders-${live ?? 'without-counts'}`,
      text: lookUpSql(live === undefined ? '0' : countOpen(live)),
      values: [
        orders.map(({ bookingId }) => bookingId),
        orders.map(({ customerId }) => customerId),
        orders.map(({ packageId }) => packageId),
        orders.map(({ addressId }) => addressId),
        orders.map(({ familyMemberId }) => familyMemberId),
        limits.unprovenVisits.max,
      ],
    })
    return rows
  }

  const lookUpOne = batchCalls((orders: OrderIds[]) =>
    lookUp(orders).catch((error) => {
      if (!isOfDroppedTables(error)) throw error
      generation.forget()
      return lookUp(orders)
    }),
  )
  return (ids) => untilDeadline(lookUpOne(ids))
}

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

/** Names the test and the person, where there are several. */
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

/** The request of the wizard */
export type VisitRequest = Exclude<BodyOf<typeof bookingCalls.placeBooking>, { prescriptionId: string }>

/** The booking that a request asks for, for one person. */
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

/** @returns the part of a request that its repetition has too: not its hold, which the client may have renewed meanwhile, nor the total */
export function contentOf({
  holdId: _,
  expectedTotal: __,
  ...content
}: Omit<VisitRequest, 'noticeVersion'>): object {
  return content
}
