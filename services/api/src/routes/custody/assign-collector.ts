import { AppError } from '@jaanch/contracts/errors'
import { custodyRoutes } from '@jaanch/contracts/http/custody'
import { isCancelled } from '@jaanch/domain/visit/visit'
import type { FastifyInstance } from 'fastify'
import type { CommonQueryMethods } from 'slonik'
import { unlessLab } from '../../read-models/bookings/show-people.ts'
import { checkCollector } from '../../read-models/check-collector.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { type BookingLog, identifyBooking, viewBooking } from '../bookings/command-booking.ts'
import { commandVisitAs } from '../bookings/command-visit.ts'

type Parts = BookingLog & { db: CommonQueryMethods; readPrepared: ReadPrepared }

/** The front desk gives a visit to a collector, all people of it that are not under way to the analyser. */
export function registerAssignCollector(app: FastifyInstance, parts: Parts): void {
  app.serve(custodyRoutes.assignCollector, async (call) => {
    const { body, caller, params } = call
    const { collectorId } = body
    if (collectorId !== null) await checkCollector(parts.db, collectorId, caller.labPartnerId)
    const target = await identifyBooking(parts, custodyRoutes.assignCollector, call)
    const { booking, bookings, refused } = await commandVisitAs(parts, target, {
      type: 'each',
      of: { bookingId: params.id, with: 'same-status' },
      command: { type: 'assignCollector', collectorId },
    })
    if (refused) throw new AppError(refused)
    const visitSize = bookings.filter((each) => !isCancelled(each)).length || undefined
    const views = await Promise.all(
      bookings.map(async (each) => unlessLab(caller, await viewBooking(parts, each, visitSize))),
    )
    const named = views.find(({ id }) => id === booking.bookingId)
    if (!named) throw new AppError('not-found')
    return { ...named, bookings: views }
  })
}
