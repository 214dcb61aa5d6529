import { AppError } from '@jaanch/contracts/errors'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { Limits } from '@jaanch/platform/limits/limits'
import type { ReadPrepared } from '@jaanch/platform/reads/prepared'
import type { ReportForecasts } from '@jaanch/report/forecast/report-forecasts'
import type { FastifyInstance } from 'fastify'
import type { BookingSummary } from '../booking.ts'
import { type BookingLog, identifyBooking, viewBooking } from '../command-booking.ts'
import { expectReport } from '../list/present-booking.ts'
import { areaOfBooking } from '../places/limited-areas.ts'
import { createRequestPlaces, giveUpHold, type PlacesNeeds } from '../places/take-place.ts'
import { countIfUnproven, withinUnprovenVisits } from '../places/unproven-visits.ts'
import { scheduleCalls } from '../schedule-api.ts'
import type { LoadedVisit } from './command-visit.ts'
import { commandVisitAs } from './command-visit-as.ts'
import { decideVisit, type Move, ownPlace, visitCommands } from './decide.ts'
import { isCancelled, packagesOf } from './visit.ts'

/** Moves visits to other times, with their places: the freed place is free in the transaction that says that it moved. */
export function registerMoveVisit(
  app: FastifyInstance,
  parts: BookingLog &
    PlacesNeeds & {
      limits: Limits
      readPrepared: ReadPrepared
      reportForecasts: ReportForecasts
    },
): void {
  const { logDb, now } = parts
  const route = scheduleCalls.rescheduleBooking

  app.serve(route, async (call) => {
    const { body } = call
    const { scheduledDate, scheduledTime, holdId } = body
    const target = await identifyBooking(parts, route, call)
    const { bookingId, appendId, caller } = target
    const by = caller.role === 'admin' ? 'admin' : 'customer'
    const slots = [{ date: scheduledDate, slot: slotNumber(scheduledTime) }]
    const places = createRequestPlaces(parts)
    let attempt = 0
    const moved = await places.book(() =>
      withinUnprovenVisits(parts.limits, () =>
        commandVisitAs(
          parts,
          { ...target, appendIdOf: (id) => appendIdOf(appendId, id), isVoid: places.isLost },
          async (visit) => {
            attempt += 1
            // the visit has changed since
            await places.giveUp()
            const { named } = visit
            const isAlone = body.alone === true
            const to: Move = { bookingId, isAlone, by, scheduledDate, scheduledTime }
            const command = visitCommands.move(to, visit)
            // before a place is taken
            const decision = decideVisit(visit, command, now())
            if ('refused' in decision || decision.events.size === 0) return { command }
            const rows = await countedIfLeaving(parts, visit, to)
            if (places.lost === 0 && ownPlace(visit, to)) return { command, rows }
            const { customerId, labPartnerId } = named
            const taken = await places.take(
              {
                area: await areaOfBooking(logDb, bookingId),
                customerId,
                labPartnerId,
                packageIds: packagesOf(isAlone ? [named] : movedWith(visit, named)),
                slots,
                isInstant: false,
                holdId,
              },
              [appendId, String(attempt), labPartnerId ?? ''],
            )
            if (taken === 'full') return { refused: 'slot-full' }
            return { command: visitCommands.move({ ...to, taken }, visit), rows }
          },
        ),
      ),
    )
    if (moved.refused) throw new AppError(moved.refused)
    // a hold that the request names and did not book, because it was not needed
    if (holdId) await giveUpHold(parts, holdId, moved.booking.customerId)
    const forecast = await parts.reportForecasts.read()
    return expectReport(forecast, await viewBooking(parts, moved.booking), parts.now())
  })
}

/** A person who leaves a visit is a visit more. */
async function countedIfLeaving(
  services: Parameters<typeof countIfUnproven>[0],
  { visitId, named: { bookingId, customerId } }: { visitId: string; named: BookingSummary },
  { isAlone, by }: Move,
) {
  if (!isAlone || visitId === bookingId || by !== 'customer') return undefined
  const visit = { customer: customerId, visit: bookingId, bookings: [bookingId] }
  const unproven = await countIfUnproven(services, visit)
  return unproven && new Map([[bookingId, { unproven }]])
}

/** Those who are moved: one who began is among them, and refuses it */
function movedWith({ bookings }: LoadedVisit, named: BookingSummary): BookingSummary[] {
  return [named, ...bookings.filter((booking) => booking !== named && !isCancelled(booking))]
}
