import type { OrderLine } from '@jaanch/contracts/booking'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes, type prescriptionOrderInput } from '@jaanch/contracts/http/bookings'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import type { ProposeDetails } from '@jaanch/domain/booking/commands'
import type { PrescriptionSummary } from '@jaanch/domain/prescription/summary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { readStreamOf } from '@jaanch/eventlog/read'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { actorOf, type Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { hashOfBody } from '../../http/idempotency.ts'
import { identifyCommand } from '../../http/identify-command.ts'
import { onOffer } from '../../read-models/packages.ts'
import { prescriptions } from '../prescriptions/command-prescription.ts'
import { type AddressSnapshot, findDetails, snapshotLatestAddress, writeDetails } from './booking-details.ts'
import { decideBooking, findBooking, viewBooking } from './command-booking.ts'

type Body = z.output<typeof prescriptionOrderInput>

type ProposeRequest = {
  params: unknown
  body: Body
  caller: Caller
  idempotencyKey: string | undefined
  requestId: string
}

const lineRow = z.object({ packageId: z.uuid(), name: z.string(), price: z.number() })

/**
 * Proposes an order from a prescription to its customer. A prescription has one order: the id of the booking follows from the
 * id of the prescription. The same request of the same admin, repeated, receives the same answer; every other admin is told
 * that there is an order, also one who asked for the same at the same moment.
 * @throws AppError already-exists when the prescription has another order; key-reused
 */
export async function proposeOrder(context: Context, request: ProposeRequest): Promise<BookingView> {
  const { body, caller, requestId } = request
  const bookingId = appendIdOf('prescription-order', body.prescriptionId)
  const requestHash = hashOfBody(body)

  /** @returns the order that exists, if this admin proposed it by the same request; undefined if there is none */
  async function findOrder(): Promise<BookingView | undefined> {
    const [proposed] = await readStreamOf(context.logDb, 'booking', bookingId)
    if (!proposed) return undefined
    const stored = await findDetails(context.db, bookingId)
    if (proposed.actor !== actorOf(caller) || stored?.requestHash !== requestHash) {
      throw new AppError('already-exists', 'An order exists already for this prescription.')
    }
    return viewBooking(context, await findBooking(context, bookingId, caller))
  }

  const { beforeAppend } = await identifyCommand(context.logDb, bookingRoutes.placeBooking, request)
  const existing = await findOrder()
  if (existing) return existing
  const { details, address } = await priceOrder(context, body, bookingId)
  const { customerId } = body
  const specialInstructions = body.specialInstructions?.toWellFormed() ?? null
  const { booking, refused } = await decideBooking(
    context,
    {
      bookingId,
      appendId: appendIdOf('propose', body.prescriptionId, caller.userId, requestHash),
      beforeAppend,
      caller,
      requestId,
      // with the event: of two admins at the same time, the details are those of the admin whose order was recorded
      writeRows: (client) =>
        writeDetails(client, { bookingId, customerId, address, specialInstructions, requestHash }),
    },
    () => ({ type: 'propose', details }),
  )
  const faster = refused === 'already-exists' ? await findOrder() : undefined
  if (faster) return faster
  if (refused || !booking) throw new AppError(refused ?? 'conflict')
  return viewBooking(context, booking)
}

/**
 * The packages that were recorded on the prescription, or else the package of the request, at the current prices. The sums of
 * the request must equal those of the catalogue.
 * @throws AppError for a prescription that is not this customer's or is decided, a package that is not on offer, wrong sums
 */
async function priceOrder(
  context: Context,
  body: Body,
  bookingId: string,
): Promise<{ details: ProposeDetails; address: AddressSnapshot | null }> {
  const { db, now } = context
  const prescription = await findPrescription(context, body)
  const isErased = await db.exists(sql.unsafe`
    select from users where id = ${body.customerId} and erased_at is not null`)
  if (isErased) throw new AppError('wrong-status', 'The customer has deleted the account.')
  const lines = await linesOf(db, chosenPackages(prescription, body.packageId))
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  if (toPaise(body.totalAmount) !== total || toPaise(body.finalAmount) !== total) {
    throw new AppError(
      'price-changed',
      `The packages cost ₹${toRupees(total)} together: please check the order again.`,
    )
  }
  const isScheduled = body.collectionType === 'scheduled'
  const details: ProposeDetails = {
    bookingId,
    customerId: body.customerId,
    familyMemberId: null,
    prescriptionId: body.prescriptionId,
    lines,
    collectionType: body.collectionType,
    scheduledDate: isScheduled ? (body.scheduledDate ?? addDays(istDate(now()), 1)) : null,
    scheduledTime: isScheduled ? prescriptionOrderTime : null,
    paymentMethod: 'cash-on-collection',
    priority: 'medium',
  }
  return { details, address: await snapshotLatestAddress(db, body.customerId) }
}

async function findPrescription({ logDb }: Context, body: Body): Promise<PrescriptionSummary> {
  const prescription = await prescriptions.load(logDb, body.prescriptionId)
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

async function linesOf(db: CommonQueryMethods, packageIds: string[]): Promise<OrderLine[]> {
  const rows = await db.any(sql.type(lineRow)`
    select id as "packageId", name, price from packages
     where id = any(${sql.array(packageIds, 'uuid')}) and ${onOffer}`)
  return packageIds.map((packageId) => {
    const line = rows.find((row) => row.packageId === packageId)
    if (!line) throw new AppError('package-unavailable')
    return line
  })
}
