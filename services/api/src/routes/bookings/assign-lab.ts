import { AppError } from '@jaanch/contracts/errors'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { declinersOf, isAwaited, visitToAssign } from '@jaanch/domain/visit/visit'
import type { Ranking } from '@jaanch/storage/assignment/ranking'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { areaOfBooking } from '../../places/area.ts'
import { unlessLab } from '../../read-models/bookings/show-people.ts'
import { readLabStatus } from '../../read-models/lab-status.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { type BookingLog, identifyBooking, viewBooking } from './command-booking.ts'
import { commandVisitAs } from './command-visit.ts'

/**
 * An admin assigns a lab to a booking and to the other open ones of its visit. The visit takes a place of a lab that declared limits:
 * an admin's own choice may exceed them, a suggested lab must have a free one.
 */
export function registerAssignLab(
  app: FastifyInstance,
  parts: BookingLog & { readPrepared: ReadPrepared },
  ranking: Ranking,
): void {
  const { logDb, now } = parts
  const { assignLab } = bookingRoutes

  app.serve(assignLab, async (call) => {
    const { labPartnerId, suggested } = call.body
    const status = await readLabStatus(parts, labPartnerId)
    if (status === 'none') throw new AppError('not-found', 'This lab is not known.')
    if (status !== 'approved') throw new AppError('lab-not-approved')
    const target = await identifyBooking(parts, assignLab, call)
    const { bookingId, caller } = target
    const { booking, refused } = await commandVisitAs(parts, target, async (visit) => {
      const command = { type: 'assign', bookingId, labPartnerId, place: null, isForced: true } as const
      const { pincode, city } = await areaOfBooking(logDb, bookingId)
      const wanted = visitToAssign(visit, { pincode: pincode || null, city: city || null }, now())
      // the command is refused
      if (!wanted || !isAwaited(visit.named)) return { command }
      if (suggested) {
        const lab = (await ranking.rank(wanted, { except: declinersOf(visit.bookings) })).find(
          (each) => each.labPartnerId === labPartnerId,
        )
        if (!lab || lab.isFull) return { refused: 'slot-full' }
        const assignment = { by: 'suggestion' as const, reasons: lab.reasons }
        return { command: { ...command, place: lab.place, isForced: false, assignment } }
      }
      const [slot] = wanted.slots
      const isLimited = slot !== undefined && (await hasDeclaredLimits(logDb, labPartnerId))
      return { command: { ...command, place: isLimited ? { labPartnerId, ...slot } : null } }
    })
    if (refused) throw new AppError(refused)
    return unlessLab(caller, await viewBooking(parts, booking))
  })
}

async function hasDeclaredLimits(pool: pg.Pool, labPartnerId: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'declared-limits',
    text: 'select from lab_capacities where lab_partner_id = $1',
    values: [labPartnerId],
  })
  return rowCount === 1
}
