import type { Recorded } from '@jaanch/contracts/events/registry'
import { parseStreamId, streamId } from '@jaanch/contracts/events/streams'
import { labsOf } from '@jaanch/domain/assignment/next-step'
import { confirmWithin } from '@jaanch/domain/assignment/ranking-texts'
import { isAwaited } from '@jaanch/domain/visit/visit'
import { areaOfPincode } from '@jaanch/pincodes/area'
import { batchCalls } from '@jaanch/platform/batch-calls'
import {
  type LoadedVisit,
  loadVisit,
  type PlacedTogether,
  readPlacedTogether,
} from '@jaanch/storage/visit/visit'
import type pg from 'pg'
import type { AnnounceTimer } from '../engine/job-announcer.ts'
import type { Handler, HandlerContext } from '../engine/work/handler.ts'
import type { SetAssignmentTimer } from './follow-assignment.ts'
import { type Assigner, assignNext, escalate } from './record-step.ts'

type Options = {
  pool: pg.Pool
  assigner: Assigner
  setTimer: SetAssignmentTimer
  announceTimer: AnnounceTimer
  now: () => Date
}

/**
 * Assigns a lab to a visit in a city in which this is switched on, as soon as it was booked, and another one when its lab declines.
 * The first of the visit's bookings whose event is handled assigns all of them; if no lab can take it, admins are called at once.
 */
export function assignAutomatically(options: Options): Handler<'assignment'> {
  const { pool, assigner, setTimer, announceTimer, now } = options
  const findRow = batchCalls((ids: string[]) => findRows(pool, ids))

  async function setTimerAfter(row: PlacedTogether, event: Recorded, ms: number): Promise<void> {
    const dueAt = new Date(now().getTime() + ms)
    const lead = streamId('booking', row.ids[0] ?? '')
    const id = await setTimer({ streamId: lead, dueAt, after: event.position })
    if (id) announceTimer('assignment', id, dueAt)
  }

  async function assign(context: HandlerContext, row: PlacedTogether, visit: LoadedVisit) {
    const due = { visit, pincode: row.pincode, isDue: needsLab }
    const hadIt = new Set([...visit.histories.values()].flatMap(labsOf))
    const outcome = await assignNext(context, assigner, due, hadIt)
    if (outcome === 'changed') throw new Error('The visit was changed while a lab was chosen')
    if (outcome === 'nobody') await escalate(context, due, 'admin-called', null)
  }

  return async (event, context) => {
    const bookingId = parseStreamId('booking', event.streamId) ?? ''
    const row = await findRow(bookingId)
    if (!row) return
    const before = await loadVisit(context.pool, bookingId)
    if (!before.bookings.some((booking) => booking.bookingId === bookingId && isAwaited(booking))) return
    if (needsLab(before)) await assign(context, row, before)

    // also if an earlier attempt assigned the lab and ended before it set the timer
    const after = await loadVisit(context.pool, bookingId)
    const assigned = after.bookings.flatMap(({ bookingId: id, status, assignment, escalation }) =>
      status === 'pending' && assignment?.by === 'automatic' && escalation === null
        ? (after.histories.get(id)?.findLast(({ type }) => type === 'LabAssigned') ?? [])
        : [],
    )
    const last = assigned.toSorted((one, other) => one.position - other.position).at(-1)
    const lead = after.bookings.find(isAwaited)
    if (last && lead) await setTimerAfter(row, last, confirmWithin[lead.collectionType])
  }
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
