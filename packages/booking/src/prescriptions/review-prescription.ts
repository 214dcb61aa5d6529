import { onOffer } from '@jaanch/catalogue/packages/package-rows'
import { accept } from '@jaanch/contracts/decider'
import { AppError } from '@jaanch/contracts/errors'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { identifyCommand } from '@jaanch/eventlog/idempotency'
import type { Area } from '@jaanch/pincodes/area'
import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { bookingCalls } from '../api.ts'
import type { BookingSummary } from '../booking.ts'
import { identifyBooking, viewBooking } from '../command-booking.ts'
import type { ChosenTime } from '../commands.ts'
import { areaOf, areaOfBooking } from '../places/places.ts'
import { addressSnapshot } from '../price-visit.ts'
import { commandVisitAs } from '../visit/command-visit.ts'
import { decideVisit, visitCommands } from '../visit/decide.ts'
import { packagesOf, slotsOf } from '../visit/visit.ts'
import type { BookingDetails, VisitRow } from '../visit/visit-rows.ts'
import { prescriptionCalls } from './api.ts'
import { decidePrescription, prescriptions, recordNotes, viewHandled } from './command-prescription.ts'
import { decideUpdate, prescriptionDecider } from './prescription.ts'

/** A repeated call changes nothing. */
export const addItem = serveCall(prescriptionCalls.addPrescriptionItem, async (call, services) => {
  const { db, logDb, now } = services
  const { params, body, caller, request } = call
  const { packageId } = body
  const isOnOffer = await db.exists(sql.unsafe`select from packages where id = ${packageId} and ${onOffer}`)
  const { appendId, beforeAppend } = await identifyCommand(logDb, prescriptionCalls.addPrescriptionItem, call)
  const target = { prescriptionId: params.id, appendId, beforeAppend, caller, requestId: request.id }
  const handled = await decidePrescription(services, target, (prescription) => {
    if (prescription.status !== 'none') {
      if (prescription.packageIds.includes(packageId)) return accept()
      if (!isOnOffer) throw new AppError('package-unavailable')
    }
    return prescriptionDecider.decide(prescription, { type: 'addItem', packageId }, now())
  })
  return recordNotes(services, caller, await viewHandled(services, handled))
})

/** A repeated call changes nothing. */
export const changePrescription = serveCall(prescriptionCalls.changePrescription, async (call, services) => {
  const { logDb, now } = services
  const { params, body, caller, request } = call
  const { appendId, beforeAppend, isSettled, settle } = await identifyCommand(
    logDb,
    prescriptionCalls.changePrescription,
    call,
  )
  if (isSettled) {
    const state = await prescriptions.load(logDb, params.id)
    const view = await viewHandled(services, { state, refused: undefined, appended: undefined })
    return recordNotes(services, caller, view)
  }
  const { adminNotes, ...update } = body
  const target = { prescriptionId: params.id, appendId, beforeAppend, caller, requestId: request.id }
  const handled = await decidePrescription(
    services,
    // in the transaction of the events, because readers of the event read the notes
    adminNotes === undefined
      ? target
      : {
          ...target,
          writeRows: (client) => writeNotes(client, params.id, adminNotes),
        },
    (prescription) => decideUpdate(prescription, update, now()),
  )
  if (!handled.refused && !handled.appended && adminNotes !== undefined) {
    await inTransaction(logDb, async (client) => {
      if (await settle(client)) await writeNotes(client, params.id, adminNotes)
    })
  }
  return recordNotes(services, caller, await viewHandled(services, handled))
})

/** Nothing is noted about a person who was erased. */
async function writeNotes(client: pg.ClientBase, id: string, adminNotes: string | null): Promise<void> {
  await client.query(
    `update prescriptions set admin_notes = $2
      where id = $1 and not exists (select from users where id = customer_id and erased_at is not null)`,
    [id, adminNotes],
  )
}

const fullText =
  'The place of this order was kept for two days at most, and it has been taken since. Please call us for another time.'

/** The place that the order was proposed with, and two others */
const mostLost = 2
const attempts = ['', 'first', 'second']

const addressRow = z.object({ address: z.custom<NonNullable<BookingDetails['address']>>() })
const detailsRow = z.object({
  bookingId: z.uuid(),
  customerId: z.uuid(),
  address: z.custom<BookingDetails['address']>(),
  specialInstructions: z.string().nullable(),
  requestHash: z.string(),
  visitId: z.uuid().nullable(),
})

/**
 * The customer confirms an order, with the place that it was proposed with. One that was given back meanwhile is taken anew, and so is
 * that of another address or time, if the customer chose one: the address is stored with the event.
 */
export const confirmOrder = serveCall(bookingCalls.confirmOrder, async (call, services) => {
  const { logDb, now } = services
  const { addressId, scheduledDate, scheduledTime, holdId } = call.body ?? {}
  const time = scheduledDate && scheduledTime ? { scheduledDate, scheduledTime } : undefined
  // its projector would show the time of the proposal
  const target = await identifyBooking(services, bookingCalls.confirmOrder, call)
  const { bookingId, appendId } = target
  const places = services.places.ofRequest(mostLost)
  let customer: string | undefined
  const { booking, refused } = await places.book(() =>
    commandVisitAs(services, { ...target, isVoid: places.isLost }, async (visit) => {
      const { named } = visit
      customer = named.customerId
      const order = { bookingId, proposedAt: named.createdAt, time }
      const command = visitCommands.confirm(order)
      // before a place is taken
      const decision = decideVisit(visit, command, now())
      if ('refused' in decision) return { command }
      const was = await areaOfBooking(logDb, bookingId)
      const { area, rows } = addressId
        ? await moveTo(services, named, addressId)
        : { area: was, rows: undefined }
      if (places.lost === 0 && keepsPlace(named, time, was.pincode === area.pincode)) return { command, rows }
      const taken = await places.take(
        {
          area,
          customerId: named.customerId,
          labPartnerId: named.labPartnerId,
          packageIds: packagesOf([named]),
          isInstant: named.scheduledDate === null && !time,
          slots: slotsOf({ ...named, ...time, place: null }, now()),
          holdId,
        },
        [appendId, attempts[places.lost] ?? '', ...(addressId || time ? [area.pincode] : [])],
      )
      if (taken === 'full') return { refused: 'slot-full' }
      return { command: visitCommands.confirm({ ...order, taken }), rows }
    }),
  )
  if (refused === 'slot-full') throw time ? new AppError(refused) : new AppError(refused, fullText)
  if (refused) throw new AppError(refused)
  // a hold that the request names and did not book, because it was not needed
  if (holdId && customer) await services.places.giveUp(holdId, customer)
  return viewBooking(services, booking)
})

/** Whether the visit takes the place, or none, as it was proposed. */
function keepsPlace({ place }: BookingSummary, time: ChosenTime | undefined, isSameArea: boolean): boolean {
  if (!isSameArea) return false
  return !time || (place?.date === time.scheduledDate && place.slot === slotNumber(time.scheduledTime))
}

/**
 * @returns where the customer wants the sample to be collected, and the details with that address, to be stored with the event
 * @throws AppError not-found
 */
async function moveTo(
  { db }: { db: CommonQueryMethods },
  { bookingId, customerId }: BookingSummary,
  addressId: string,
): Promise<{ area: Area; rows: ReadonlyMap<string, VisitRow> }> {
  const found = await db.maybeOne(sql.type(addressRow)`
    select ${addressSnapshot} as address from customer_addresses a
     where id = ${addressId} and customer_id = ${customerId} and deleted_at is null`)
  if (!found) throw new AppError('not-found', 'This address is not known.')
  const { address } = found
  const details = await db.maybeOne(sql.type(detailsRow)`
    select booking_id, customer_id, address, special_instructions, coalesce(request_hash, '') as request_hash, visit_id
      from booking_details where booking_id = ${bookingId}`)
  const rest = details ?? { bookingId, customerId, specialInstructions: null, requestHash: '', visitId: null }
  return { area: areaOf(address), rows: new Map([[bookingId, { details: { ...rest, address } }]]) }
}
