import { parseStreamId } from '@jaanch/contracts/events/streams'
import { modelVersion } from '@jaanch/contracts/model-version'
import { type NextStep, nextStepOf } from '@jaanch/domain/assignment/next-step'
import { confirmWithin } from '@jaanch/domain/assignment/times'
import { type LoadedVisit, loadVisits, readVisitRows } from '@jaanch/storage/assignment/load-visit'
import { isOlderReleaseRunning } from '@jaanch/storage/older-release'
import type { Again } from '../engine/timers/timer-rows.ts'
import type { HandlerContext } from '../engine/work/handler.ts'
import { olderReleasePauseMs } from './assign-automatically.ts'
import { type Assigner, assignNext, escalate } from './record-step.ts'

/**
 * What follows when the time of a lab to confirm is over: it is warned, then the next lab gets the visit, then admins are called.
 * @param timer of the visit, by the stream of one of its bookings @returns when the timer is due again; undefined if this was the last step
 */
export async function followAssignment(
  context: HandlerContext,
  assigner: Assigner,
  timer: { streamId: string; after: number },
  now: Date,
): Promise<Again | undefined> {
  const { pool } = context
  const bookingId = parseStreamId('booking', timer.streamId)
  if (bookingId === undefined) throw new Error(`An assignment of ${timer.streamId}, which is no booking`)
  const [row] = await readVisitRows(pool, [bookingId])
  const read = () => (row ? loadVisits(pool, row, now) : Promise.resolve([]))
  const due = (await read())
    .map((loaded) => ({ loaded, step: nextStepOf(loaded.members, timer.after) }))
    .filter(({ step }) => step.do !== 'end' && step.do !== 'wait')
  if (due.length > 0 && (await isOlderReleaseRunning(pool, modelVersion)))
    return { dueAt: new Date(now.getTime() + olderReleasePauseMs), after: timer.after }
  for (const { loaded, step } of due) await take(context, assigner, loaded, step)

  // what was recorded now, or before a crash, is followed by the next period
  const times = (await read()).flatMap(({ members }): Again[] => {
    const step = nextStepOf(members, timer.after)
    if (step.do !== 'wait') return []
    const within = confirmWithin[members[0].booking.collectionType]
    return [{ dueAt: new Date(now.getTime() + within), after: step.after.position }]
  })
  return times.toSorted((one, other) => Number(one.after) - Number(other.after)).at(-1)
}

async function take(
  context: HandlerContext,
  assigner: Assigner,
  loaded: LoadedVisit,
  step: NextStep,
): Promise<void> {
  if (step.do === 'warn') return escalate(context, loaded, 'lab-warned', step.labPartnerId)
  if (step.do === 'call') return escalate(context, loaded, 'admin-called', step.labPartnerId)
  if (step.do !== 'assign' && step.do !== 'replace') return
  const outcome = await assignNext(context, assigner, loaded, step.except)
  if (outcome === 'changed') throw new Error('The visit was changed while a lab was chosen')
  if (outcome === 'nobody')
    await escalate(context, loaded, 'admin-called', step.do === 'replace' ? step.labPartnerId : null)
}
