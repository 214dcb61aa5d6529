import type { Assignment, Place } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import { type BookingView, bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { tryAgainInTime } from '@jaanch/platform/deadline'
import { assignVisit, VisitChangedError } from '@jaanch/storage/assignment/assign-visit'
import { type LoadedVisit, loadVisit, readVisitRows } from '@jaanch/storage/assignment/load-visit'
import type { Ranking } from '@jaanch/storage/assignment/ranking'
import { isLabSuspended, isPlaceLost } from '@jaanch/storage/place-changes'
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { identifyCommand } from '../../http/identify-command.ts'
import { readLabStatus } from '../../read-models/lab-status.ts'
import { type BookingRequest, commandBooking, findBooking, viewBooking } from './command-booking.ts'

type Body = BodyOf<typeof bookingRoutes.assignLab>
type Chosen = { place: Place | null; isForced: boolean; assignment?: Assignment }

/** A visit that is moved at the same moment is read again. */
const attempts = 3

/**
 * An admin assigns a lab to a booking and to the other open ones of its visit. The visit takes a place of a lab that declared limits:
 * an admin's own choice may exceed them, a suggested lab must have a free one.
 */
export function registerAssignLab(app: FastifyInstance, context: Context, ranking: Ranking): void {
  const { appender, logDb: pool, now } = context
  const { assignLab } = bookingRoutes

  /** @throws AppError slot-full */
  async function choose({ visit }: LoadedVisit, { labPartnerId, suggested }: Body): Promise<Chosen> {
    if (!suggested) {
      const [slot] = visit.slots
      const isLimited = slot !== undefined && (await hasDeclaredLimits(context, labPartnerId))
      return { place: isLimited ? { labPartnerId, ...slot } : null, isForced: true }
    }
    const lab = (await ranking.rank(visit)).find((each) => each.labPartnerId === labPartnerId)
    if (!lab || lab.isFull) throw new AppError('slot-full')
    return { place: lab.place, isForced: false, assignment: { by: 'suggestion', reasons: lab.reasons } }
  }

  /** @returns false if the booking is not open, or an earlier attempt of this request assigned the lab */
  async function assign(request: BookingRequest, body: Body): Promise<boolean> {
    const { bookingId, appendId, beforeAppend, caller, requestId: correlationId } = request
    const [row] = await readVisitRows(pool, [bookingId])
    const loaded = row && (await loadVisit(pool, bookingId, row, now()))
    if (!loaded || isRecorded(loaded, appendId)) return false
    const chosen = await choose(loaded, body)
    await beforeAppend?.(undefined)
    const refused = await assignVisit({ appender, pool }, loaded, {
      ...chosen,
      labPartnerId: body.labPartnerId,
      originOf: ({ bookingId: id }) => ({
        appendId: id === bookingId ? appendId : appendIdOf(appendId, id),
        actor: actorOf(caller),
        correlationId,
      }),
    })
    if (refused) throw new AppError(refused)
    return true
  }

  async function assignOrRefuse(request: BookingRequest, body: Body): Promise<BookingView> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (await assign(request, body))
          return viewBooking(context, await findBooking(context, request.bookingId, request.caller))
        return commandBooking(context, request, { type: 'assignLab', labPartnerId: body.labPartnerId })
      } catch (error) {
        if (isPlaceLost(error)) throw new AppError('slot-full')
        if (isLabSuspended(error)) throw new AppError('lab-not-approved')
        if (!(error instanceof VisitChangedError)) throw error
        if (attempt === attempts) throw new AppError('conflict')
        tryAgainInTime()
      }
    }
  }

  app.serve(assignLab, async (call) => {
    const { params, body, caller, request } = call
    const status = await readLabStatus(context, body.labPartnerId)
    if (status === 'none') throw new AppError('not-found', 'This lab is not known.')
    if (status !== 'approved') throw new AppError('lab-not-approved')
    const { appendId, beforeAppend } = await identifyCommand(pool, assignLab, call)
    const target = { bookingId: params.id, appendId, beforeAppend, caller, requestId: request.id }
    return assignOrRefuse(target, body)
  })
}

function isRecorded({ members }: LoadedVisit, appendId: string): boolean {
  return members.some(({ history }) => history.some((event) => event.appendId === appendId))
}

async function hasDeclaredLimits({ logDb }: Context, labPartnerId: string): Promise<boolean> {
  const { rowCount } = await logDb.query({
    name: 'declared-limits',
    text: 'select from lab_capacities where lab_partner_id = $1',
    values: [labPartnerId],
  })
  return rowCount === 1
}
