import type { Escalation } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events'
import { handles } from '@jaanch/eventlog/work/consumers'
import { type HandlerContext, originOf } from '@jaanch/eventlog/work/handler'
import { areaOfPincode } from '@jaanch/pincodes/area'
import { assignmentConsumer } from '../consumers.ts'
import { commandVisit, hasPlace, type LoadedVisit } from '../visit/command-visit.ts'
import { visitCommands } from '../visit/decide.ts'
import { isAwaited, visitToAssign } from '../visit/visit.ts'
import { isLabSuspended, isPlaceLost } from '../visit/visit-rows.ts'
import type { Ranking, Reservations } from './ranking.ts'

export type Assigner = { ranking: Ranking; reserved: Reservations }

/** A step that is due for a visit, as long as it is as it was when that was found */
export type DueStep = {
  visit: LoadedVisit
  /** Of the address; null if there is none */
  pincode: string | null
  /** Whether the step is due for the visit as it is now */
  isDue: (visit: LoadedVisit) => boolean
}

type Outcome = 'assigned' | 'nobody' | 'changed'

const now = () => new Date()

/**
 * Gives a visit to the lab that fits best and has a free visit, and takes it. The append ids follow from the event of each booking that
 * is reacted to: a repeat, or another worker, records nothing. A lab whose place is lost to others meanwhile, or that is suspended, is
 * left out, and the next one is tried.
 * @param except labs that must not get it
 */
export async function assignNext(
  context: HandlerContext,
  { ranking, reserved }: Assigner,
  { visit: found, pincode, isDue }: DueStep,
  except: ReadonlySet<string>,
): Promise<Outcome> {
  const area = pincode === null ? null : areaOfPincode(pincode)
  const address = { pincode: area?.pincode ?? null, city: area?.city || null }
  const bookingId = leadOf(found)
  const lost = new Set(except)
  let tried: string | undefined
  let giveBack: (() => void) | undefined
  let isNobody = false
  try {
    const { refused } = await commandVisit(
      context,
      {
        bookingId,
        originOf: originIn(found),
        isVoid: (error) => {
          if (!tried || !(isPlaceLost(error) || isLabSuspended(error))) return false
          lost.add(tried)
          return true
        },
      },
      async (visit) => {
        giveBack?.()
        giveBack = undefined
        const wanted = visitToAssign(visit, address, now())
        if (!wanted || !isSame(found, visit) || !isDue(visit)) return { refused: 'wrong-status' }
        const [lab] = await ranking.rank(wanted, { except: lost, reserved })
        isNobody = !lab || lab.isFull
        if (!lab || lab.isFull) return { refused: 'slot-full' }
        const { labPartnerId, place, reasons } = lab
        if (place && !hasPlace(visit, place)) giveBack = reserved.take(place)
        tried = labPartnerId
        const assignment = { by: 'automatic' as const, reasons }
        const to = { bookingId, labPartnerId, place, isForced: false, assignment }
        return { command: visitCommands.assign(to, visit) }
      },
      now,
    )
    // the collection of another person of the visit has begun: an admin decides
    if (isNobody || refused === 'collection-begun') return 'nobody'
    return refused ? 'changed' : 'assigned'
  } finally {
    giveBack?.()
  }
}

/**
 * Records that the lab of a visit was warned, or that an admin is called.
 * @param labPartnerId null: no lab can take it
 * @throws Error if its first booking has left the visit meanwhile: those who stay must not be forgotten
 */
export async function escalate(
  context: HandlerContext,
  { visit: found }: Pick<DueStep, 'visit'>,
  step: Escalation,
  labPartnerId: string | null,
): Promise<void> {
  const target = { bookingId: leadOf(found), originOf: originIn(found) }
  await commandVisit(
    context,
    target,
    (visit) => {
      if (!isSame(found, visit)) throw new Error('The visit was changed while an admin was called')
      return { command: visitCommands.escalate({ labPartnerId, step }, visit) }
    },
    now,
  )
}

/** Whether the booking that stands for a visit is still part of it */
function isSame(found: LoadedVisit, visit: LoadedVisit): boolean {
  return found.visitId === visit.visitId
}

function leadOf({ visitId, bookings }: LoadedVisit): string {
  return bookings.find(isAwaited)?.bookingId ?? visitId
}

/** The event of a booking that a step reacts to: the assignment or the warning, else what the consumer wants. */
function originIn({ histories }: LoadedVisit) {
  return (bookingId: string, history: readonly Recorded[]) => {
    const cause = (histories.get(bookingId) ?? history).findLast(isCause)
    if (!cause) throw new Error(`Nothing was recorded of booking ${bookingId}`)
    return originOf(assignmentConsumer, cause)
  }
}

function isCause({ type }: Recorded): boolean {
  return type === 'LabAssigned' || type === 'AssignmentEscalated' || handles(assignmentConsumer, type)
}
