import { givingList, presentPrice, pricedPackages } from '@jaanch/catalogue/packages/listed-price'
import { onOffer } from '@jaanch/catalogue/packages/package-rows'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { longDate } from '@jaanch/contracts/format'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { hashOfBody, identifyCommand } from '@jaanch/eventlog/idempotency'
import { readStreamOf } from '@jaanch/eventlog/read'
import type { Call } from '@jaanch/platform/http/served'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import type pg from 'pg'
import { sql } from 'slonik'
import type { z } from 'zod'
import { bookingCalls } from '../api.ts'
import type { OrderLine } from '../booking.ts'
import type { BookingView } from '../booking-view.ts'
import { type BookingLog, viewBooking } from '../command-booking.ts'
import type { ProposeDetails } from '../commands.ts'
import { areaOf, type Places } from '../places/places.ts'
import { addressSnapshot, priceChanged } from '../price-visit.ts'
import { refusalOfSchedule } from '../rules.ts'
import { bookings, commandVisit } from '../visit/command-visit.ts'
import { visitCommands } from '../visit/decide.ts'
import { packagesOf, slotsOf } from '../visit/visit.ts'
import type { BookingDetails } from '../visit/visit-rows.ts'
import type { prescriptionOrderInput } from './api.ts'
import { prescriptions } from './command-prescription.ts'
import type { PrescriptionSummary } from './prescription.ts'

type OrderBody = z.output<typeof prescriptionOrderInput>

type Services = BookingLog & { readPrepared: ReadPrepared; places: Places }

/**
 * The packages that were recorded on the prescription, or else the package of the request, at today's prices. The sums of
 * the request must equal theirs.
 * @throws AppError for a prescription that is not this customer's or is decided, a package that is not on offer, wrong sums
 */
async function priceOrder(
  { readPrepared, logDb }: Pick<Services, 'readPrepared' | 'logDb'>,
  body: OrderBody,
  bookingId: string,
  now: Date,
): Promise<{ details: ProposeDetails; address: BookingDetails['address'] }> {
  const prescription = await findPrescription(logDb, body)
  const [erased] = await readPrepared(sql.unsafe`
    select from users where id = ${body.customerId} and erased_at is not null`)
  if (erased) throw new AppError('wrong-status', 'The customer has deleted the account.')
  const lines = await linesOf(readPrepared, chosenPackages(prescription, body.packageId))
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  if (toPaise(body.totalAmount) !== total || toPaise(body.finalAmount) !== total) {
    throw priceChanged(total, `The packages cost ₹${toRupees(total)} together: please check the order again.`)
  }
  const isScheduled = body.collectionType === 'scheduled'
  const details: ProposeDetails = {
    bookingId,
    customerId: body.customerId,
    familyMemberId: null,
    prescriptionId: body.prescriptionId,
    lines,
    collectionType: body.collectionType,
    scheduledDate: isScheduled ? (body.scheduledDate ?? addDays(istDate(now), 1)) : null,
    scheduledTime: isScheduled ? prescriptionOrderTime : null,
    paymentMethod: 'cash-on-collection',
    priority: 'medium',
    visitId: null,
    place: null,
  }
  return { details, address: await readLatestAddress(readPrepared, body.customerId) }
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

const attempts = ['first', 'second']

/**
 * Proposes an order from a prescription to its customer. A prescription has one order: the id of the booking follows from the
 * id of the prescription. The same request of the same admin, repeated, receives the same answer; every other admin is told
 * that there is an order, also one who asked for the same at the same moment.
 * @throws AppError already-exists when the prescription has another order; key-reused
 */
export async function proposeOrder(
  { body, ...call }: Omit<Call<typeof bookingCalls.placeBooking>, 'body'> & { body: OrderBody },
  services: Services,
): Promise<BookingView> {
  const { appender, logDb: pool, now } = services
  const { caller } = call
  const { customerId } = body
  const actor = actorOf(caller)
  const bookingId = appendIdOf('prescription-order', body.prescriptionId)
  const requestHash = hashOfBody(body)

  const { beforeAppend } = await identifyCommand(pool, bookingCalls.placeBooking, { ...call, body })
  const proposal = { bookingId, actor, requestHash }
  const existing = await findOrder(services, proposal)
  if (existing) return existing
  const { details, address } = await priceOrder(services, body, bookingId, now())
  // before a place is taken
  const refusal = refusalOfSchedule(details, [prescriptionOrderTime], now())
  if (refusal) throw new AppError(refusal)
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

  const places = services.places.ofRequest()
  const { refused, booking } = await places.book(() =>
    commandVisit(
      { appender, pool },
      {
        bookingId,
        originOf: () => ({
          appendId: appendIdOf('propose', body.prescriptionId, caller.userId, requestHash),
          actor,
          correlationId: call.request.id,
        }),
        beforeAppend,
        isVoid: places.isLost,
      },
      async () => {
        const ids = [bookingId, requestHash, caller.userId, attempts[places.lost] ?? '']
        const taken = wanted ? await places.take(wanted, ids) : null
        if (taken === 'full') return { refused: 'slot-full' }
        return { command: visitCommands.propose({ details, taken }), rows }
      },
      now,
    ),
  )
  // another request was faster: the same one, or that of another admin
  const isFaster = refused === 'already-exists' || refused === 'slot-full'
  const faster = isFaster ? await findOrder(services, proposal) : undefined
  if (faster) return faster
  if (refused === 'slot-full') throw fullError(details)
  if (refused || !booking) throw new AppError(refused ?? 'conflict')
  return viewBooking(services, booking)
}

/**
 * @returns the order that exists, if this admin proposed it by the same request; undefined if there is none
 * @throws AppError already-exists
 */
async function findOrder(
  { logDb, readPrepared }: Services,
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

function fullError({ scheduledDate }: ProposeDetails): AppError {
  if (scheduledDate === null) return new AppError('instant-unavailable')
  return new AppError(
    'slot-full',
    `No lab has a free visit on ${longDate(scheduledDate)} from 8 am to 10 am. Please choose another date.`,
  )
}
