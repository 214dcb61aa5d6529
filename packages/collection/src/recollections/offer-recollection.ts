import type { Booking, BookingSummary, Place } from '@jaanch/booking/booking'
import { readFreeVisits } from '@jaanch/booking/slots/availability'
import { commandVisit } from '@jaanch/booking/visit/command-visit'
import { visitCommands } from '@jaanch/booking/visit/decide'
import { type BookingDetails, isLabSuspended, isPlaceLost } from '@jaanch/booking/visit/visit-rows'
import type { RecollectionDetails } from '@jaanch/collection/recollections/recollection'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { slotNumber, type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { type ConsumerEvent, type HandlerContext, originOf } from '@jaanch/eventlog/work/handler'
import { areaOfPincode } from '@jaanch/pincodes/read-places'
import type pg from 'pg'
import { recollectionsConsumer } from '../consumers.ts'

type Rejection = Extract<ConsumerEvent<typeof recollectionsConsumer>, { type: 'TubesRejected' }>

/** Days from tomorrow on in which a free visit of the lab is looked for */
const lookAhead = 30

/** When, and by whom: a lab only if it has a free visit, and a place only of one that declared limits */
type Proposal = { date: string; time: TimeSlot; labPartnerId: string | null; place: Place | null }

/**
 * Proposes the booking in which the tests of rejected tubes are collected again, and tells the booking of the tubes: in one append, with the
 * customer's details, the lab and its place. The id of the new booking follows from that of the old one and the event.
 * @returns 'nobody' if the customer has deleted the account; 'nothing' if no test is left to collect
 */
export async function offerRecollection(
  event: Rejection,
  context: HandlerContext,
  ofId: string,
  tubes: readonly number[],
  now: () => Date,
): Promise<'offered' | 'nothing' | 'nobody'> {
  const bookingId = appendIdOf('recollection', ofId, event.position)
  const details = await readDetails(context.pool, ofId)
  if (!details) return 'nobody'
  const origin = originOf(recollectionsConsumer, event)
  let isSuspended = false
  let hasTests = true
  const { refused } = await commandVisit(
    context,
    {
      bookingId,
      ids: [bookingId, ofId],
      originOf: (id) => (id === ofId ? origin : { ...origin, appendId: appendIdOf(origin.appendId, id) }),
      // a place that another visit took meanwhile is not free any more when it is looked for again
      isVoid: (error) => {
        isSuspended ||= isLabSuspended(error)
        return isSuspended || isPlaceLost(error)
      },
    },
    async ({ bookings }) => {
      const of = bookings.find((each) => each.bookingId === ofId)
      if (!of || of.status === 'cancelled') return { refused: 'already-cancelled' }
      const tests = testsToCollectAgain(of, tubes)
      hasTests = tests.length > 0
      if (!hasTests) return { refused: 'conflict' }
      const labPartnerId = isSuspended ? null : of.labPartnerId
      const proposal = await findTime(context.pool, of, labPartnerId, { tests, details, now: now() })
      return {
        command: visitCommands.recollect({
          details: detailsOf(of, bookingId, tests, proposal),
          labPartnerId: proposal.labPartnerId,
          place: proposal.place,
        }),
        rows: new Map([[bookingId, { details: { ...details, bookingId } }]]),
      }
    },
    now,
  )
  if (refused === undefined) return 'offered'
  if (!hasTests || refused === 'already-cancelled') return 'nothing'
  throw new Error(`No recollection for ${event.streamId}: ${refused}`)
}

function detailsOf(
  of: BookingSummary,
  bookingId: string,
  tests: readonly string[],
  { date, time }: Proposal,
): RecollectionDetails {
  return {
    bookingId,
    customerId: of.customerId,
    familyMemberId: of.familyMemberId,
    lines: of.lines.filter(({ packageId }) => tests.includes(packageId)),
    collectionType: 'scheduled',
    scheduledDate: date,
    scheduledTime: time,
    paymentMethod: of.paymentMethod,
    priority: of.priority,
    visitId: null,
    place: null,
    recollection: { of: of.bookingId, attempt: (of.recollection?.attempt ?? 0) + 1 },
  }
}

/** The slot of the day as before, from tomorrow on; if the lab declared limits, the first free one after that. */
async function findTime(
  pool: pg.Pool,
  of: BookingSummary,
  labPartnerId: string | null,
  { tests, details, now }: { tests: readonly string[]; details: BookingDetails; now: Date },
): Promise<Proposal> {
  const time = usualSlot(of)
  const tomorrow = addDays(istDate(now), 1)
  const usual = { date: tomorrow, time, labPartnerId, place: null }
  if (labPartnerId === null) return usual
  const dates = Array.from({ length: lookAhead }, (_, day) => addDays(tomorrow, day))
  const area = areaOfPincode(details.address?.pincode ?? '')
  const { labs, free } = await readFreeVisits(pool, { area, dates, packageIds: tests, labPartnerId })
  if (labs.length === 0) return usual
  for (const date of dates) {
    for (const [index, each] of timeSlots.entries()) {
      if (date === tomorrow && index < timeSlots.indexOf(time)) continue
      if ((free[date]?.all[index] ?? 0) <= 0) continue
      return { date, time: each, labPartnerId, place: { labPartnerId, date, slot: slotNumber(each) } }
    }
  }
  // somebody assigns another one
  return { ...usual, labPartnerId: null }
}

/** @returns what is copied of the booking whose tubes were rejected; undefined if its customer has deleted the account */
async function readDetails(pool: pg.Pool, bookingId: string): Promise<BookingDetails | undefined> {
  const { rows } = await pool.query<BookingDetails>({
    name: 'recollected details',
    text: `select d.booking_id as "bookingId", d.customer_id as "customerId", d.address, d.special_instructions as "specialInstructions",
                  '' as "requestHash", null as "visitId"
             from booking_details d join users u on u.id = d.customer_id
            where d.booking_id = $1 and u.erased_at is null`,
    values: [bookingId],
  })
  return rows[0]
}

/** @returns the tests of tubes that are not collected again, or paid back, already */
export function testsToCollectAgain(
  { custody, lines, recollections, refund }: Booking,
  tubes: readonly number[],
): string[] {
  const settled = [...recollections.flatMap(({ packageIds }) => packageIds), ...(refund?.packageIds ?? [])]
  const rejected = (custody?.tubes ?? [])
    .filter(({ number }) => tubes.includes(number))
    .flatMap(({ packageIds }) => packageIds)
  return lines
    .map(({ packageId }) => packageId)
    .filter((id) => rejected.includes(id) && !settled.includes(id))
}

/** The slot of the day in which the sample was collected; the first one that allows to fast at night, for an instant collection. */
function usualSlot({ scheduledTime, place }: Booking): TimeSlot {
  const slot = scheduledTime === null ? (place?.slot ?? 2) : slotNumber(scheduledTime)
  return timeSlots[slot - 1] ?? timeSlots[1]
}
