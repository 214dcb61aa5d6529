import type { Booking } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { type CriticalEnding, type CriticalOutcome, criticalEndings } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events/registry'
import { type CriticalCall, mayEndAsNotReached } from './rules.ts'

/** @param history of a booking @returns its calls, the oldest first */
export function criticalCallsOf(history: readonly Recorded<BookingEvent>[]): CriticalCall[] {
  const calls = new Map<string, CriticalCall>()
  for (const event of history) {
    if (event.type === 'CriticalValueFound') {
      const { callId, reportId } = event.data
      calls.set(callId, { callId, reportId, foundAt: event.at, step: 0, ending: null, unreachedAt: [] })
    }
    if (event.type !== 'CriticalValueCalled' && event.type !== 'CriticalValueReminded') continue
    const call = calls.get(event.data.callId)
    if (!call) continue
    if (event.type === 'CriticalValueReminded') call.step = Math.max(call.step, event.data.step)
    else if (event.data.outcome === 'UNABLE_TO_REACH') call.unreachedAt.push(event.at)
    else {
      call.ending = endingOf(event.data.outcome) ?? call.ending
      // somebody was reached, and may be again
      call.unreachedAt = []
    }
  }
  return [...calls.values()]
}

/** @returns the outcome, if it closes a call */
export function endingOf(outcome: CriticalOutcome): CriticalEnding | undefined {
  return criticalEndings.find((ending) => ending === outcome)
}

/** @property calls of the booking so far */
export type CriticalCommand = { callId: string; calls: readonly CriticalCall[] } & (
  | { type: 'recordCriticalCall'; attemptId: string; outcome: CriticalOutcome }
  | { type: 'remindCriticalCall'; step: number }
)

type Of<Type extends CriticalCommand['type']> = Extract<CriticalCommand, { type: Type }>
type Decided = Decision<BookingEvent>

/** @returns that somebody is called about a report; nothing if there is no reason */
export function criticalValueOf({
  reportId,
  criticalCallId: callId,
}: {
  reportId: string
  criticalCallId?: string | undefined
}): BookingEvent[] {
  return callId === undefined ? [] : [{ type: 'CriticalValueFound', data: { callId, reportId } }]
}

/** If two people close a call at the same time, the second one is refused, so that one of them has certainly closed it. */
function recordCriticalCall(
  _: Booking,
  { callId, attemptId, outcome, calls }: Of<'recordCriticalCall'>,
): Decided {
  const call = calls.find((one) => one.callId === callId)
  if (!call) return refuse('not-found')
  if (call.ending) return refuse('critical-call-closed')
  if (outcome === 'ENDED_NOT_REACHED' && !mayEndAsNotReached(call.unreachedAt))
    return refuse('critical-call-not-tried')
  return accept({ type: 'CriticalValueCalled', data: { callId, attemptId, outcome } })
}

/** Nothing to do for a call that was closed meanwhile, or of which people were reminded already. */
function remindCriticalCall(_: Booking, { callId, step, calls }: Of<'remindCriticalCall'>): Decided {
  const call = calls.find((one) => one.callId === callId)
  if (!call) return refuse('not-found')
  if (call.ending || call.step >= step) return accept()
  return accept({ type: 'CriticalValueReminded', data: { callId, step } })
}

export const criticalDecisions = { recordCriticalCall, remindCriticalCall }
