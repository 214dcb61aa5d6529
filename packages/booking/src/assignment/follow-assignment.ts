import { parseStreamId, type Recorded, streamId } from '@jaanch/eventlog/events'
import { type HandlerContext, react } from '@jaanch/eventlog/work/handler'
import {
  type Again,
  onTimer,
  restartTimer,
  type TimerServices,
  timerSetter,
} from '@jaanch/eventlog/work/timers'
import { areaOfPincode } from '@jaanch/pincodes/area'
import { batchCallsOf } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import type { Booking } from '../booking.ts'
import { assignmentConsumer, assignmentTimer } from '../consumers.ts'
import type { BookingEvent } from '../events.ts'
import {
  type LoadedVisit,
  loadVisit,
  loadVisits,
  type PlacedTogether,
  readPlacedTogether,
} from '../visit/command-visit.ts'
import { isAwaited } from '../visit/visit.ts'
import { confirmWithin, labsAsked } from './ranking-texts.ts'
import { type Assigner, assignNext, type DueStep, escalate } from './record-step.ts'

/**
 * What follows when the time of a lab to confirm is over: it is warned, then the next lab gets the visit, then admins are called.
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
      const isDue = (later: LoadedVisit) => stepOf(later).do === step.do
      await take(context, assigner, { visit, pincode, isDue }, step)
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

async function take(
  context: HandlerContext,
  assigner: Assigner,
  due: DueStep,
  step: NextStep,
): Promise<void> {
  if (step.do === 'warn') return escalate(context, due, 'lab-warned', step.labPartnerId)
  if (step.do === 'call') return escalate(context, due, 'admin-called', step.labPartnerId)
  if (step.do !== 'assign' && step.do !== 'replace') return
  const outcome = await assignNext(context, assigner, due, step.except)
  if (outcome === 'changed') throw new Error('The visit was changed while a lab was chosen')
  if (outcome === 'nobody')
    await escalate(context, due, 'admin-called', step.do === 'replace' ? step.labPartnerId : null)
}

/** The bookings of a visit that are awaited, with what happened to them */
function membersOf({ bookings, histories }: LoadedVisit) {
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
    if (needsLab(before)) await assign(context, assigner, row, before)

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

async function assign(
  context: HandlerContext,
  assigner: Assigner,
  row: PlacedTogether,
  visit: LoadedVisit,
): Promise<void> {
  const due = { visit, pincode: row.pincode, isDue: needsLab }
  const hadIt = new Set([...visit.histories.values()].flatMap(labsOf))
  const outcome = await assignNext(context, assigner, due, hadIt)
  if (outcome === 'changed') throw new Error('The visit was changed while a lab was chosen')
  if (outcome === 'nobody') await escalate(context, due, 'admin-called', null)
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
  /** No lab has it */
  | { do: 'assign'; except: ReadonlySet<string> }
  | { do: 'warn'; labPartnerId: string }
  /** The lab was warned: another one gets it, not one of these; without another one an admin is called */
  | { do: 'replace'; labPartnerId: string; except: ReadonlySet<string> }
  | { do: 'call'; labPartnerId: string }

/**
 * What is to be done about the automatic assignment of a visit when its timer fires. It follows from the log alone, so that a timer
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
  if (labPartnerId === null) return { do: 'assign', except }
  if (escalation === null) return { do: 'warn', labPartnerId }
  return except.size < labsAsked ? { do: 'replace', labPartnerId, except } : { do: 'call', labPartnerId }
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
