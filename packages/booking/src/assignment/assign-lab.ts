import { readLabStatus } from '@jaanch/account/labs/lab-rows'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { bookingCalls } from '../api.ts'
import { identifyBooking, viewBooking } from '../command-booking.ts'
import { unlessLab } from '../list/show-people.ts'
import { areaOfBooking } from '../places/limited-areas.ts'
import { commandVisitAs } from '../visit/command-visit-as.ts'
import { visitCommands } from '../visit/decide.ts'
import { declinersOf, isAwaited, visitToAssign } from '../visit/visit.ts'

/**
 * An admin assigns a lab to a booking and to the other open ones of its visit. The visit takes a place of a lab that declared limits:
 * an admin's own choice may exceed them, a suggested lab must have a free one.
 */
export const assignLab = serveCall(bookingCalls.assignLab, async (call, services) => {
  const { logDb, now, ranking } = services
  const { labPartnerId, suggested } = call.body
  const status = await readLabStatus(services, labPartnerId)
  if (status === 'none') throw new AppError('not-found', 'This lab is not known.')
  if (status !== 'approved') throw new AppError('lab-not-approved')
  const target = await identifyBooking(services, bookingCalls.assignLab, call)
  const { bookingId, caller } = target
  const { booking, refused } = await commandVisitAs(services, target, async (visit) => {
    const lab = { bookingId, labPartnerId, place: null, isForced: true }
    const { pincode, city } = await areaOfBooking(logDb, bookingId)
    const wanted = visitToAssign(visit, { pincode: pincode || null, city: city || null }, now())
    // the command is refused
    if (!wanted || !isAwaited(visit.named)) return { command: visitCommands.assign(lab, visit) }
    if (suggested) {
      const best = (await ranking.rank(wanted, { except: declinersOf(visit.bookings) })).find(
        (each) => each.labPartnerId === labPartnerId,
      )
      if (!best || best.isFull) return { refused: 'slot-full' }
      const assignment = { by: 'suggestion' as const, reasons: best.reasons }
      const suggestion = { ...lab, place: best.place, isForced: false, assignment }
      return { command: visitCommands.assign(suggestion, visit) }
    }
    const [slot] = wanted.slots
    const isLimited = slot !== undefined && (await hasDeclaredLimits(logDb, labPartnerId))
    const place = isLimited ? { labPartnerId, ...slot } : null
    return { command: visitCommands.assign({ ...lab, place }, visit) }
  })
  if (refused) throw new AppError(refused)
  return unlessLab(caller, await viewBooking(services, booking))
})

async function hasDeclaredLimits(pool: pg.Pool, labPartnerId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'declared-limits',
    text: 'select from lab_capacities where lab_partner_id = $1',
    values: [labPartnerId],
  })
  return rowCount === 1
}

/** A lab gives back a visit that it was assigned, with its place: its bookings have no lab again. */
export const declineAssignment = serveCall(bookingCalls.declineAssignment, async (call, services) => {
  const { labPartnerId } = call.caller
  if (labPartnerId === null) throw new AppError('not-found')
  const target = await identifyBooking(services, bookingCalls.declineAssignment, call)
  const { bookingId } = target
  const { reason } = call.body
  const { bookings, refused } = await commandVisitAs(services, { ...target, isGivenUp: true }, (visit) => ({
    command: visitCommands.decline({ bookingId, labPartnerId, reason }, visit),
  }))
  if (refused) throw new AppError(refused)
  const declined = bookings.filter(({ declines }) =>
    declines.some((decline) => decline.labPartnerId === labPartnerId),
  )
  return { bookings: declined.map(({ bookingId: id, position }) => ({ id, position })) }
})
