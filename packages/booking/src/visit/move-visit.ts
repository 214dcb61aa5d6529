import { AppError } from '@jaanch/contracts/errors'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import type { ReadPrepared } from '@jaanch/platform/slonik'
import type { ReportForecasts } from '@jaanch/report/forecast/report-forecasts'
import type pg from 'pg'
import { bookingCalls } from '../api.ts'
import type { BookingSummary } from '../booking.ts'
import { type BookingLog, identifyBooking, viewBooking } from '../command-booking.ts'
import type { Limits } from '../limits.ts'
import { expectReport } from '../list/bookings.ts'
import { areaOfBooking, type Places } from '../places/places.ts'
import { commandVisitAs, type LoadedVisit } from './command-visit.ts'
import { decideVisit, type Move, ownPlace, visitCommands } from './decide.ts'
import { isCancelled, packagesOf } from './visit.ts'

type Services = BookingLog & {
  limits: Pick<Limits, 'unprovenVisits'>
  readPrepared: ReadPrepared
  reportForecasts: ReportForecasts
  places: Places
}

/** Moves visits to other times, with their places: the freed place is free in the transaction that says that it moved. */
export const moveVisit = serveCall(bookingCalls.rescheduleBooking, async (call, services) => {
  const { logDb, now } = services
  const { body } = call
  const { scheduledDate, scheduledTime, holdId } = body
  const target = await identifyBooking(services, bookingCalls.rescheduleBooking, call)
  const { bookingId, appendId, caller } = target
  const by = caller.role === 'admin' ? 'admin' : 'customer'
  const slots = [{ date: scheduledDate, slot: slotNumber(scheduledTime) }]
  const places = services.places.ofRequest()
  let attempt = 0
  const moved = await places.book(() =>
    commandVisitAs(
      services,
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
        const rows = await countedIfLeaving(services, visit, to)
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
  )
  if (moved.refused) throw new AppError(moved.refused)
  // a hold that the request names and did not book, because it was not needed
  if (holdId) await services.places.giveUp(holdId, moved.booking.customerId)
  const forecast = await services.reportForecasts.read()
  return expectReport(forecast, await viewBooking(services, moved.booking), services.now())
})

/** A person who leaves a visit is a visit more. */
async function countedIfLeaving(
  { logDb, limits }: Services,
  { visitId, named: { bookingId, customerId } }: { visitId: string; named: BookingSummary },
  { isAlone, by }: Move,
) {
  if (!isAlone || visitId === bookingId || by !== 'customer') return undefined
  if (!(await isUnproven(logDb, customerId))) return undefined
  const { max: most } = limits.unprovenVisits
  const unproven = { customer: customerId, visit: bookingId, bookings: [bookingId], most }
  return new Map([[bookingId, { unproven }]])
}

/** Whether the customer has proven neither an e-mail address nor a phone. */
async function isUnproven(pool: pg.Pool, customerId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is-unproven',
    text: 'select from users where id = $1 and email_proven_at is null and phone_proven_at is null',
    values: [customerId],
  })
  return rowCount === 1
}

/** Those who are moved: one who began is among them, and refuses it */
function movedWith({ bookings }: LoadedVisit, named: BookingSummary): BookingSummary[] {
  return [named, ...bookings.filter((booking) => booking !== named && !isCancelled(booking))]
}
