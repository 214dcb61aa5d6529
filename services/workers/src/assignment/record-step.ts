import type { Booking } from '@jaanch/contracts/booking'
import { handles } from '@jaanch/contracts/consumers'
import type { Recorded } from '@jaanch/contracts/events/registry'
import type { Escalation } from '@jaanch/contracts/vocabulary'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { assignVisit, VisitChangedError } from '@jaanch/storage/assignment/assign-visit'
import { hasPlace, type LoadedVisit } from '@jaanch/storage/assignment/load-visit'
import type { Ranking } from '@jaanch/storage/assignment/ranking'
import type { Reservations } from '@jaanch/storage/assignment/reservations'
import { isLabSuspended, isPlaceLost } from '@jaanch/storage/place-changes'
import { type HandlerContext, originOf } from '../engine/work/handler.ts'

const bookings = commandHandler(bookingDecider)

/** Places that are lost to others while they are chosen, at most; then the work is tried again */
const attempts = 20

export type Assigner = { ranking: Ranking; reserved: Reservations }
type Outcome = 'assigned' | 'nobody' | 'changed'

/**
 * Gives a visit to the lab that fits best and has a free visit, and takes it. The append ids follow from the event of each booking that
 * is reacted to: a repeat, or another worker, records nothing.
 * @param except labs that must not get it
 */
export async function assignNext(
  context: HandlerContext,
  { ranking, reserved }: Assigner,
  loaded: LoadedVisit,
  except: ReadonlySet<string>,
): Promise<Outcome> {
  const lost = new Set(except)
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const [lab] = await ranking.rank(loaded.visit, { except: lost, reserved })
    if (!lab || lab.isFull) return 'nobody'
    const { labPartnerId, place, reasons } = lab
    const release = place && !hasPlace(loaded, place) && reserved.take(place)
    try {
      const refused = await assignVisit(context, loaded, {
        labPartnerId,
        place,
        isForced: false,
        assignment: { by: 'automatic', reasons },
        originOf: originIn(loaded),
      })
      // the collection of another person of the visit has begun: an admin decides
      if (refused === 'collection-begun') return 'nobody'
      return refused ? 'changed' : 'assigned'
    } catch (error) {
      if (error instanceof VisitChangedError) return 'changed'
      if (!isPlaceLost(error) && !isLabSuspended(error)) throw error
      lost.add(labPartnerId)
    } finally {
      if (release) release()
    }
  }
  throw new Error(`${attempts} labs had no place any more for the visit ${loaded.visit.id}`)
}

/** Records that the lab of a visit was warned, or that an admin is called. @param labPartnerId null: no lab can take it */
export async function escalate(
  context: HandlerContext,
  loaded: LoadedVisit,
  step: Escalation,
  labPartnerId: string | null,
): Promise<void> {
  const origin = originIn(loaded)
  const targets = loaded.members.map(({ booking }) => ({ id: booking.bookingId, ...origin(booking) }))
  await bookings.handleTogether(context, targets, (booking) =>
    bookingDecider.decide(booking, { type: 'escalate', labPartnerId, step }, new Date()),
  )
}

/** The event of a booking that a step reacts to: the assignment or the warning, else what the consumer wants. */
function originIn({ members }: LoadedVisit) {
  return ({ bookingId }: Booking) => {
    const history = members.find(({ booking }) => booking.bookingId === bookingId)?.history ?? []
    const cause = history.findLast(isCause)
    if (!cause) throw new Error(`Nothing was recorded of booking ${bookingId}`)
    return originOf('assignment', cause)
  }
}

function isCause({ type }: Recorded): boolean {
  return type === 'LabAssigned' || type === 'AssignmentEscalated' || handles('assignment', type)
}
