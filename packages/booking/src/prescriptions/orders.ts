/** Orders from prescriptions: an admin proposes one, and its customer confirms it. */

import { givingList, onOffer, presentPrice, pricedPackages } from '@jaanch/catalogue/packages/package-rows'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { longDate } from '@jaanch/contracts/format'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { prescriptionOrderTime, slotNumber } from '@jaanch/contracts/vocabulary'
import { appendIdOf, hashOfBody, identifyCommand } from '@jaanch/eventlog/idempotency'
import { readStreamOf } from '@jaanch/eventlog/read'
import type { Area } from '@jaanch/pincodes/read-places'
import { type Call, type Services, serveCall } from '@jaanch/platform/http/served'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { bookingCalls } from '../api.ts'
import type { BookingSummary, OrderLine } from '../booking.ts'
import type { BookingView } from '../booking-view.ts'
import { identifyBooking, viewBooking } from '../command-booking.ts'
import type { ChosenTime, ProposeDetails } from '../order.ts'
import { areaOf, areaOfBooking } from '../places/places.ts'
import { addressSnapshot, priceChanged } from '../price-visit.ts'
import { refusalOfSchedule } from '../rules.ts'
import { bookings, commandVisit, commandVisitAs } from '../visit/command-visit.ts'
import { decideVisit, visitCommands } from '../visit/decide.ts'
import { packagesOf, slotsOf } from '../visit/visit.ts'
import type { BookingDetails, VisitRow } from '../visit/visit-rows.ts'
import type { prescriptionOrderInput } from './api.ts'
import { prescriptions } from './command-prescription.ts'
import type { PrescriptionSummary } from './prescription.ts'

type OrderBody = z.output<typeof prescriptionOrderInput>

const proposalAttempts = ['first', 'second']

/**
 * Proposes an order from a prescription to its customer. A prescription has one order: the id of the booking follows from the
 * id of the prescription. The same request of the same admin, repeated, receives the same answer; every other admin is told
 * that there is an order, also one who asked for the same at the same moment.
 * @throws AppError already-exists when the prescription has another order; key-reused
 */
export async function proposeOrder(
  { body, ...call }: Omit<Call<typeof bookingCalls.placeBooking>, 'body'> & { body: OrderBody },
  {
    appender,
    logDb,
    readPrepared,
    places,
    now,
  }: Pick<Services, 'appender' | 'logDb' | 'readPrepared' | 'places' | 'now'>,
): Promise<BookingView> {
  const { caller } = call
  const { customerId } = body
  const actor = actorOf(caller)
  const bookingId = appendIdOf('prescription-order', body.prescriptionId)
  const requestHash = hashOfBody(body)
  const findOwn = () => findOrder({ logDb, readPrepared }, { bookingId, actor, requestHash })

  const { beforeAppend } = await identifyCommand(logDb, bookingCalls.placeBooking, { ...call, body })
  const existing = await findOwn()
  if (existing) return existing
  const details = await priceOrder({ logDb, readPrepared }, body, bookingId, now())
  // before a place is taken
  const refusal = refusalOfSchedule(details, [prescriptionOrderTime], now())
  if (refusal) throw new AppError(refusal)
  const address = await readLatestAddress(readPrepared, customerId)
  const specialInstructions = body.specialInstructions?.toWellFormed() ?? null
  // with the event: of two admins at the same time, the details are those of the admin whose order was recorded
  const rows = new Map([
    [bookingId, { details: { bookingId, customerId, address, specialInstructions, requestHash } }],
  ])
  const wanted = address && {
    area: areaOf(address),
    customerId,
    packageIds: packagesOf([details]),
    isInstant: details.scheduledDate === null,
    slots: slotsOf(details, now()),
  }

  const taking = places.ofRequest()
  const { refused, booking } = await taking.book(() =>
    commandVisit(
      { appender, pool: logDb },
      {
        bookingId,
        originOf: () => ({
          appendId: appendIdOf('propose', body.prescriptionId, caller.userId, requestHash),
          actor,
          correlationId: call.request.id,
        }),
        beforeAppend,
        isVoid: taking.isLost,
      },
      async () => {
        const ids = [bookingId, requestHash, caller.userId, proposalAttempts[taking.lost] ?? '']
        const taken = wanted ? await taking.take(wanted, ids) : null
        if (taken === 'full') return { refused: 'slot-full' }
        return { command: visitCommands.propose({ details, taken }), rows }
      },
      now,
    ),
  )
  // another request was faster: the same one, or that of another admin
  const isFaster = refused === 'already-exists' || refused === 'slot-full'
  const faster = isFaster ? await findOwn() : undefined
  if (faster) return faster
  if (refused === 'slot-full') throw fullError(details)
  if (refused || !booking) throw new AppError(refused ?? 'conflict')
  return viewBooking({ readPrepared }, booking)
}

/**
 * @returns the order that exists, if this admin proposed it by the same request; undefined if there is none
 * @throws AppError already-exists
 */
async function findOrder(
  { logDb, readPrepared }: { logDb: pg.Pool; readPrepared: ReadPrepared },
  { bookingId, actor, requestHash }: { bookingId: string; actor: string; requestHash: string },
): Promise<BookingView | undefined> {
  const history = await readStreamOf(logDb, 'booking', bookingId)
  const { state } = bookings.streamOf(bookingId, history)
  if (!state) return undefined
  const [stored] = await readPrepared<{ requestHash: string | null }>(sql.unsafe`
    select request_hash from booking_details where booking_id = ${bookingId}`)
  if (history[0]?.actor !== actor || stored?.requestHash !== requestHash) {
    throw new AppError('already-exists', 'An order exists already for this prescription.')
  }
  return viewBooking({ readPrepared }, state)
}

/**
 * The packages that were recorded on the prescription, or else the package of the request, at today's prices. The sums of
 * the request must equal theirs.
 * @throws AppError for a prescription that is not this customer's or is decided, a package that is not on offer, wrong sums
 */
async function priceOrder(
  { logDb, readPrepared }: { logDb: pg.Pool; readPrepared: ReadPrepared },
  body: OrderBody,
  bookingId: string,
  now: Date,
): Promise<ProposeDetails> {
  const { customerId, prescriptionId, collectionType } = body
  const prescription = await findPrescription(logDb, body)
  const [erased] = await readPrepared(sql.unsafe`
    select from users where id = ${customerId} and erased_at is not null`)
  if (erased) throw new AppError('wrong-status', 'The customer has deleted the account.')
  const lines = await linesOf(readPrepared, chosenPackages(prescription, body.packageId))
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  if (toPaise(body.totalAmount) !== total || toPaise(body.finalAmount) !== total) {
    throw priceChanged(total, `The packages cost ₹${toRupees(total)} together: please check the order again.`)
  }
  const isScheduled = collectionType === 'scheduled'
  return {
    ...{ bookingId, customerId, prescriptionId, lines, collectionType },
    familyMemberId: null,
    scheduledDate: isScheduled ? (body.scheduledDate ?? addDays(istDate(now), 1)) : null,
    scheduledTime: isScheduled ? prescriptionOrderTime : null,
    paymentMethod: 'cash-on-collection',
    priority: 'medium',
    visitId: null,
    place: null,
  }
}

async function findPrescription(pool: pg.Pool, body: OrderBody): Promise<PrescriptionSummary> {
  const prescription = await prescriptions.load(pool, body.prescriptionId)
  if (!prescription) throw new AppError('not-found', 'This prescription is not known.')
  if (prescription.customerId !== body.customerId) {
    throw new AppError('invalid', 'This prescription belongs to another customer.')
  }
  if (prescription.status === 'confirmed' || prescription.status === 'declined')
    throw new AppError('wrong-status')
  return prescription
}

function chosenPackages({ packageIds }: PrescriptionSummary, packageId: string): string[] {
  if (packageIds.length === 0) return [packageId]
  if (packageIds.includes(packageId)) return packageIds
  throw new AppError('invalid', 'This package is not among those chosen for the prescription.')
}

type LineRow = Omit<OrderLine, 'priceList'> & { priceList: OrderLine['priceList'] | null }

async function linesOf(readPrepared: ReadPrepared, packageIds: string[]): Promise<OrderLine[]> {
  const rows = await readPrepared<LineRow>(sql.unsafe`
    select id as "packageId", name, ${presentPrice} as price, ${givingList} as "priceList" from ${pricedPackages}
     where id = any(${sql.array(packageIds, 'uuid')}) and ${onOffer}`)
  return packageIds.map((packageId) => {
    const row = rows.find((each) => each.packageId === packageId)
    if (!row) throw new AppError('package-unavailable')
    const { priceList, ...line } = row
    return priceList ? { ...line, priceList } : line
  })
}

async function readLatestAddress(
  readPrepared: ReadPrepared,
  customerId: string,
): Promise<BookingDetails['address']> {
  const [row] = await readPrepared<Pick<BookingDetails, 'address'>>(sql.unsafe`
    select ${addressSnapshot} as address from customer_addresses a
     where customer_id = ${customerId} and deleted_at is null order by created_at desc limit 1`)
  return row?.address ?? null
}

function fullError({ scheduledDate }: ProposeDetails): AppError {
  if (scheduledDate === null) return new AppError('instant-unavailable')
  return new AppError(
    'slot-full',
    `No lab has a free visit on ${longDate(scheduledDate)} from 8 am to 10 am. Please choose another date.`,
  )
}

const placeTakenText =
  'The place of this order was kept for two days at most, and it has been taken since. Please call us for another time.'

/** The place that the order was proposed with, and two others */
const mostLost = 2
const attempts = ['', 'first', 'second']

/**
 * The customer confirms an order, with the place that it was proposed with. One that was given back meanwhile is taken anew, and so is
 * that of another address or time, if the customer chose one: the address is stored with the event.
 */
export const confirmOrder = serveCall(
  bookingCalls.confirmOrder,
  async (call, { appender, logDb, db, places, readPrepared, now }) => {
    const { addressId, scheduledDate, scheduledTime, holdId } = call.body ?? {}
    const time = scheduledDate && scheduledTime ? { scheduledDate, scheduledTime } : undefined
    const target = await identifyBooking({ logDb }, bookingCalls.confirmOrder, call)
    const { bookingId, appendId } = target
    const taking = places.ofRequest(mostLost)
    const { booking, refused } = await taking.book(() =>
      commandVisitAs({ appender, logDb, now }, { ...target, isVoid: taking.isLost }, async (visit) => {
        const { named } = visit
        const { customerId, labPartnerId } = named
        const order = { bookingId, proposedAt: named.createdAt, time }
        const command = visitCommands.confirm(order)
        // before a place is taken
        const decision = decideVisit(visit, command, now())
        if ('refused' in decision) return { command }
        const was = await areaOfBooking(logDb, bookingId)
        const { area, rows } = addressId ? await moveTo(db, named, addressId) : { area: was, rows: undefined }
        if (taking.lost === 0 && keepsPlace(named, time, was.pincode === area.pincode))
          return { command, rows }
        const taken = await taking.take(
          {
            ...{ area, customerId, labPartnerId, holdId },
            packageIds: packagesOf([named]),
            isInstant: named.scheduledDate === null && !time,
            slots: slotsOf({ ...named, ...time, place: null }, now()),
          },
          [appendId, attempts[taking.lost] ?? '', ...(addressId || time ? [area.pincode] : [])],
        )
        if (taken === 'full') return { refused: 'slot-full' }
        return { command: visitCommands.confirm({ ...order, taken }), rows }
      }),
    )
    if (refused) throw new AppError(refused, refused === 'slot-full' && !time ? placeTakenText : undefined)
    // a hold that the request names and did not book, because it was not needed
    if (holdId) await places.giveUp(holdId, booking.customerId)
    return viewBooking({ readPrepared }, booking)
  },
)

/** Whether the visit takes the place, or none, as it was proposed. */
function keepsPlace({ place }: BookingSummary, time: ChosenTime | undefined, isSameArea: boolean): boolean {
  if (!isSameArea) return false
  return !time || (place?.date === time.scheduledDate && place.slot === slotNumber(time.scheduledTime))
}

const detailsRow = z.object({
  bookingId: z.uuid(),
  customerId: z.uuid(),
  address: z.custom<NonNullable<BookingDetails['address']>>(),
  specialInstructions: z.string().nullable(),
  requestHash: z.string(),
  visitId: z.uuid().nullable(),
})

/**
 * @returns where the customer wants the sample to be collected, and the details with that address, to be stored with the event
 * @throws AppError not-found
 */
async function moveTo(
  db: CommonQueryMethods,
  { bookingId, customerId }: BookingSummary,
  addressId: string,
): Promise<{ area: Area; rows: ReadonlyMap<string, VisitRow> }> {
  const details = await db.maybeOne(sql.type(detailsRow)`
    select ${bookingId}::uuid as booking_id, a.customer_id, ${addressSnapshot} as address,
           d.special_instructions, coalesce(d.request_hash, '') as request_hash, d.visit_id
      from customer_addresses a left join booking_details d on d.booking_id = ${bookingId}
     where a.id = ${addressId} and a.customer_id = ${customerId} and a.deleted_at is null`)
  if (!details) throw new AppError('not-found', 'This address is not known.')
  return { area: areaOf(details.address), rows: new Map([[bookingId, { details }]]) }
}
