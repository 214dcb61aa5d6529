import { AppError } from '@jaanch/contracts/errors'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { decideVisit } from '@jaanch/domain/visit/decide'
import { packagesOf, slotsOf } from '@jaanch/domain/visit/visit'
import type { FastifyInstance } from 'fastify'
import { areaOfBooking } from '../../places/area.ts'
import { createRequestPlaces, type PlacesNeeds } from '../../places/take-place.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { type BookingLog, identifyBooking, viewBooking } from './command-booking.ts'
import { commandVisitAs } from './command-visit.ts'

const fullText =
  'The place of this order was kept for two days at most, and it has been taken since. Please call us for another time.'

/** The place that the order was proposed with, and two others */
const mostLost = 2
const attempts = ['', 'first', 'second']

/** The customer confirms an order, with the place that it was proposed with. One that was given back meanwhile is taken anew. */
export function registerConfirmOrder(
  app: FastifyInstance,
  parts: BookingLog & PlacesNeeds & { readPrepared: ReadPrepared },
): void {
  const { logDb, now } = parts
  const route = bookingRoutes.confirmOrder

  app.serve(route, async (call) => {
    const target = await identifyBooking(parts, route, call)
    const { bookingId, appendId } = target
    const places = createRequestPlaces(parts, mostLost)
    const { booking, refused } = await places.book(() =>
      commandVisitAs(parts, { ...target, isVoid: places.isLost }, async (visit) => {
        const { named } = visit
        const command = { type: 'confirm', bookingId, proposedAt: named.createdAt } as const
        // before a place is taken
        const decision = decideVisit(visit, command, now())
        if ('refused' in decision || places.lost === 0) return { command }
        const taken = await places.take(
          {
            area: await areaOfBooking(logDb, bookingId),
            customerId: named.customerId,
            labPartnerId: named.labPartnerId,
            packageIds: packagesOf([named]),
            isInstant: named.scheduledDate === null,
            slots: slotsOf({ ...named, place: null }, now()),
          },
          [appendId, attempts[places.lost] ?? ''],
        )
        return taken === 'full' ? { refused: 'slot-full' } : { command: { ...command, taken } }
      }),
    )
    if (refused === 'slot-full') throw new AppError(refused, fullText)
    if (refused) throw new AppError(refused)
    return viewBooking(parts, booking)
  })
}
