import { parseStreamId, streamId } from '@jaanch/eventlog/events/streams'
import { type HandlerContext, react } from '@jaanch/eventlog/work/handler'
import { type Again, onTimer } from '@jaanch/eventlog/work/timers/fire-timers'
import { restartTimer, type TimerServices, timerSetter } from '@jaanch/eventlog/work/timers/set-timer'
import { areaOfPincode } from '@jaanch/pincodes/area'
import { batchCallsOf } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import { assignmentConsumer, assignmentTimer } from '../consumers.ts'
import {
  type LoadedVisit,
  loadVisit,
  loadVisits,
  type PlacedTogether,
  readPlacedTogether,
} from '../visit/command-visit.ts'
import { isAwaited } from '../visit/visit.ts'
import { labsOf, type NextStep, nextStepOf } from './next-step.ts'
import { confirmWithin } from './ranking-texts.ts'
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
