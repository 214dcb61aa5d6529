import type { Escalation } from '@jaanch/contracts/vocabulary'
import { parseStreamId, type Recorded, streamId } from '@jaanch/eventlog/events'
import { handles } from '@jaanch/eventlog/work/consumers'
import { type HandlerContext, originOf, react } from '@jaanch/eventlog/work/handler'
import {
  type Again,
  onTimer,
  restartTimer,
  type TimerServices,
  timerSetter,
} from '@jaanch/eventlog/work/timers'
import { areaOfPincode } from '@jaanch/pincodes/read-places'
import { batchCallsOf } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import type { Booking } from '../booking.ts'
import { assignmentConsumer, assignmentTimer } from '../consumers.ts'
import type { BookingEvent } from '../events.ts'
import {
  commandVisit,
  hasPlace,
  type LoadedVisit,
  loadVisit,
  loadVisits,
  type PlacedTogether,
  readPlacedTogether,
} from '../visit/command-visit.ts'
import { visitCommands } from '../visit/decide.ts'
import { isAwaited, visitToAssign } from '../visit/visit.ts'
import { isLabSuspended, isPlaceLost } from '../visit/visit-rows.ts'
import type { Ranking, Reservations } from './ranking.ts'
import { confirmWithin, labsAsked } from './ranking-texts.ts'

/**
 * Follows up when a lab's time to confirm is over: the lab is warned, then the next one gets the visit, then admins are called.
 * @param timer of the visit, by the stream of one of its bookings @returns when the timer is due again; undefined if this was the last step
 */
export const followAssignment = onTimer(
  assignmentTimer,
  async ({ streamId, after }, { assigner, ...context }: HandlerContext & { assigner: Assigner }, now) => {
    const bookingId = parseStreamId('booking', streamId)
    if (bookingId === undefined) throw new Error(`An assignment of ${streamId}, which is no booking`)
    const [row] = await readPlacedTogether(context.pool, [bookingId])
    const { ids, pincode } = row ?? { ids: [], pincode: null }
    const stepOf = (visit: LoadedVisit) => nextStepOf(membersOf(visit), after ?? 0)
    for (const visit of await loadVisits(context.pool, ids)) {
      const step = stepOf(visit)
      if (step.do === 'warn') await escalate(context, visit, 'lab-warned', step.labPartnerId)
      if (step.do === 'call') await escalate(context, visit, 'admin-called', step.labPartnerId)
      if (step.do !== 'assign') continue
      const isDue = (later: LoadedVisit) => {
        const next = stepOf(later)
        return next.do === 'assign' && next.labPartnerId === step.labPartnerId
      }
      await assignOrCall(context, assigner, { visit, pincode, isDue }, step)
    }

    // what was recorded now, or before a crash, is followed by the next period
    const times = (await loadVisits(context.pool, ids)).flatMap((visit): Again[] => {
      const step = stepOf(visit)
      const lead = visit.bookings.find(isAwaited)
      if (step.do !== 'wait' || !lead) return []
      const within = confirmWithin[lead.collectionType]
      return [{ dueAt: new Date(now.getTime() + within), after: step.after.position }]
    })
    return times.toSorted((one, other) => Number(one.after) - Number(other.after)).at(-1)
  },
)

/** The bookings of a visit that are awaited, with what happened to them */
function membersOf({ bookings, histories }: LoadedVisit): Member[] {
  return bookings
    .filter(isAwaited)
    .map((booking) => ({ booking, history: histories.get(booking.bookingId) ?? [] }))
}

/** A timer that was set after a later event stays. */
const setTimer = timerSetter(
  assignmentTimer,
  `do update set due_at = excluded.due_at, position = excluded.position, ${restartTimer}
               where timers.position < excluded.position`,
)

type Services = HandlerContext & TimerServices & { assigner: Assigner; now: () => Date }

/**
 * Assigns a lab to a visit in a city in which this is switched on, as soon as it was booked, and another one when its lab declines.
 * The first of the visit's bookings whose event is handled assigns all of them; if no lab can take it, admins are called at once.
 */
export const assignAutomatically = react(
  assignmentConsumer,
  async (event, { assigner, leasePool, announceTimer, now, ...context }: Services) => {
    const bookingId = parseStreamId('booking', event.streamId) ?? ''
    const row = await findRow(leasePool, bookingId)
    if (!row) return
    const before = await loadVisit(context.pool, bookingId)
    if (!before.bookings.some((booking) => booking.bookingId === bookingId && isAwaited(booking))) return
    if (needsLab(before)) {
      const except = new Set([...before.histories.values()].flatMap(labsOf))
      const due = { visit: before, pincode: row.pincode, isDue: needsLab }
      await assignOrCall(context, assigner, due, { labPartnerId: null, except })
    }

    // also if an earlier attempt assigned the lab and ended before it set the timer
    const after = await loadVisit(context.pool, bookingId)
    const assigned = after.bookings.flatMap(({ bookingId: id, status, assignment, escalation }) =>
      status === 'pending' && assignment?.by === 'automatic' && escalation === null
        ? (after.histories.get(id)?.findLast(({ type }) => type === 'LabAssigned') ?? [])
        : [],
    )
    const last = assigned.toSorted((one, other) => one.position - other.position).at(-1)
    const lead = after.bookings.find(isAwaited)
    if (!last || !lead) return
    const dueAt = new Date(now().getTime() + confirmWithin[lead.collectionType])
    const stream = streamId('booking', row.ids[0] ?? '')
    await setTimer({ leasePool, announceTimer }, { streamId: stream, dueAt, after: last.position })
  },
)

/** Assigns the next lab, or calls an admin if there is none. */
async function assignOrCall(
  context: HandlerContext,
  assigner: Assigner,
  due: DueStep,
  { labPartnerId, except }: { labPartnerId: string | null; except: ReadonlySet<string> },
): Promise<void> {
  const outcome = await assignNext(context, assigner, due, except)
  if (outcome === 'changed') throw new Error('The visit was changed while a lab was chosen')
  if (outcome === 'nobody') await escalate(context, due.visit, 'admin-called', labPartnerId)
}

function needsLab({ bookings }: LoadedVisit): boolean {
  return bookings
    .filter(isAwaited)
    .every(({ labPartnerId, escalation }) => labPartnerId === null && escalation === null)
}

/** @returns undefined for bookings of cities in which it is off */
async function findRows(pool: pg.Pool, ids: readonly string[]): Promise<(PlacedTogether | undefined)[]> {
  const { rows } = await pool.query<{ city: string }>({
    name: 'automatic-cities',
    text: 'select city from automatic_assignment where is_on',
  })
  if (rows.length === 0) return ids.map(() => undefined)
  const cities = new Set(rows.map(({ city }) => city))
  const found = await readPlacedTogether(pool, ids)
  return found.map((row) => {
    const city = row.pincode && areaOfPincode(row.pincode).city
    return city && cities.has(city) ? row : undefined
  })
}

const findRow = batchCallsOf(findRows)

type History = readonly Recorded<BookingEvent>[]
type Member = { booking: Booking; history: History }

export type NextStep =
  /** A lab confirmed, or an admin decided or was called */
  | { do: 'end' }
  /** The step that the timer was set for is recorded; the next one is due after this event */
  | { do: 'wait'; after: Recorded }
  | { do: 'warn'; labPartnerId: string }
  /** No lab has it, or the lab was warned: another one gets it, not one of these; without another one an admin is called */
  | { do: 'assign'; labPartnerId: string | null; except: ReadonlySet<string> }
  | { do: 'call'; labPartnerId: string }

/**
 * Decides what to do about the automatic assignment of a visit when its timer fires. The step follows from the log alone, so that a timer
 * that fires twice, or again after a crash, does nothing twice.
 * @param members the open bookings @param setAfter position of the last event that was known when the timer was set
 */
export function nextStepOf(members: readonly Member[], setAfter: number): NextStep {
  const [first] = members
  if (!first || members.some((member) => isEnded(member) || !haveSame(member, first))) return { do: 'end' }
  const { labPartnerId, escalation } = first.booking
  const last = members
    .flatMap(({ history }) => history.findLast(isStep) ?? [])
    .toSorted((one, other) => one.position - other.position)
    .at(-1)
  if (last && last.position > setAfter) return { do: 'wait', after: last }

  const except = new Set(members.flatMap(({ history }) => labsOf(history)))
  if (labPartnerId !== null && escalation === null) return { do: 'warn', labPartnerId }
  if (labPartnerId !== null && except.size >= labsAsked) return { do: 'call', labPartnerId }
  return { do: 'assign', labPartnerId, except }
}

function isStep({ type }: Recorded): boolean {
  return type === 'LabAssigned' || type === 'AssignmentEscalated'
}

/** A visit that is moved keeps its lab, which still has to confirm it. */
function isEnded({ booking }: Member): boolean {
  if (booking.escalation === 'admin-called') return true
  if (booking.labPartnerId === null) return booking.status === 'pending_customer_confirmation'
  return booking.status !== 'pending' || booking.assignment?.by !== 'automatic'
}

function haveSame({ booking }: Member, first: Member): boolean {
  return (
    booking.labPartnerId === first.booking.labPartnerId && booking.escalation === first.booking.escalation
  )
}

/** All labs that had the booking, also those that declined it */
function labsOf(history: History): string[] {
  return history.flatMap((event) => (event.type === 'LabAssigned' ? [event.data.labPartnerId] : []))
}

export type Assigner = { ranking: Ranking; reserved: Reservations }

/** A step that is due for a visit, as long as it is as it was when that was found */
export type DueStep = {
  visit: LoadedVisit
  /** The PIN code of the address; null if there is none */
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
  found: LoadedVisit,
  step: Escalation,
  labPartnerId: string | null,
): Promise<void> {
  await commandVisit(
    context,
    { bookingId: leadOf(found), originOf: originIn(found) },
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
    const cause = (histories.get(bookingId) ?? history).findLast(
      (event) => isStep(event) || handles(assignmentConsumer, event.type),
    )
    if (!cause) throw new Error(`Nothing was recorded of booking ${bookingId}`)
    return originOf(assignmentConsumer, cause)
  }
}
