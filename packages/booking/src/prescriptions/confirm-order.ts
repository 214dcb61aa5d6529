import { AppError } from '@jaanch/contracts/errors'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import type { Area } from '@jaanch/pincodes/area'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import type { FastifyInstance } from 'fastify'
import type { CommonQueryMethods } from 'slonik'
import { bookingCalls } from '../api.ts'
import type { BookingSummary } from '../booking.ts'
import { type BookingLog, identifyBooking, viewBooking } from '../command-booking.ts'
import type { ChosenTime } from '../commands.ts'
import { readDetails, snapshotAddress } from '../list/booking-details.ts'
import { areaOf, areaOfBooking } from '../places/limited-areas.ts'
import { createRequestPlaces, giveUpHold, type PlacesNeeds } from '../places/take-place.ts'
import { commandVisitAs } from '../visit/command-visit-as.ts'
import { decideVisit, visitCommands } from '../visit/decide.ts'
import { packagesOf, slotsOf } from '../visit/visit.ts'
import type { VisitRow } from '../visit/visit-rows.ts'

const fullText =
  'The place of this order was kept for two days at most, and it has been taken since. Please call us for another time.'

/** The place that the order was proposed with, and two others */
const mostLost = 2
const attempts = ['', 'first', 'second']

type ConfirmParts = BookingLog & PlacesNeeds & { db: CommonQueryMethods; readPrepared: ReadPrepared }

/**
 * The customer confirms an order, with the place that it was proposed with. One that was given back meanwhile is taken anew, and so is
 * that of another address or time, if the customer chose one: the address is stored with the event.
 */
export function registerConfirmOrder(app: FastifyInstance, parts: ConfirmParts): void {
  const { logDb, now } = parts
  const route = bookingCalls.confirmOrder

  app.serve(route, async (call) => {
    const { addressId, scheduledDate, scheduledTime, holdId } = call.body ?? {}
    const time = scheduledDate && scheduledTime ? { scheduledDate, scheduledTime } : undefined
    // its projector would show the time of the proposal
    const target = await identifyBooking(parts, route, call)
    const { bookingId, appendId } = target
    const places = createRequestPlaces(parts, mostLost)
    let customer: string | undefined
    const { booking, refused } = await places.book(() =>
      commandVisitAs(parts, { ...target, isVoid: places.isLost }, async (visit) => {
        const { named } = visit
        customer = named.customerId
        const order = { bookingId, proposedAt: named.createdAt, time }
        const command = visitCommands.confirm(order)
        // before a place is taken
        const decision = decideVisit(visit, command, now())
        if ('refused' in decision) return { command }
        const was = await areaOfBooking(logDb, bookingId)
        const { area, rows } = addressId
          ? await moveTo(parts, named, addressId)
          : { area: was, rows: undefined }
        if (places.lost === 0 && keepsPlace(named, time, was.pincode === area.pincode))
          return { command, rows }
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
        return taken === 'full'
          ? { refused: 'slot-full' }
          : { command: visitCommands.confirm({ ...order, taken }), rows }
      }),
    )
    if (refused === 'slot-full') throw time ? new AppError(refused) : new AppError(refused, fullText)
    if (refused) throw new AppError(refused)
    // a hold that the request names and did not book, because it was not needed
    if (holdId && customer) await giveUpHold(parts, holdId, customer)
    return viewBooking(parts, booking)
  })
}

/** Whether the visit takes the place, or none, as it was proposed. */
function keepsPlace({ place }: BookingSummary, time: ChosenTime | undefined, isSameArea: boolean): boolean {
  if (!isSameArea) return false
  return !time || (place?.date === time.scheduledDate && place.slot === slotNumber(time.scheduledTime))
}

/** @returns where the customer wants the sample to be collected, and the details with that address, to be stored with the event */
async function moveTo(
  { db }: { db: CommonQueryMethods },
  { bookingId, customerId }: BookingSummary,
  addressId: string,
): Promise<{ area: Area; rows: ReadonlyMap<string, VisitRow> }> {
  const address = await snapshotAddress(db, customerId, addressId)
  const details = await readDetails(db, bookingId)
  const rest = details ?? { bookingId, customerId, specialInstructions: null, requestHash: '', visitId: null }
  return { area: areaOf(address), rows: new Map([[bookingId, { details: { ...rest, address } }]]) }
}
