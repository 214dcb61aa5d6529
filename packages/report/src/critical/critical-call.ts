/** The calls about critical values of a booking's reports, in the stream of the booking. */
import type { Booking } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { type Facet, only, processing } from '@jaanch/booking/facet'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import {
  type CriticalEnding,
  type CriticalOutcome,
  criticalEndings,
  criticalOutcomes,
} from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events'
import { z } from 'zod'
import { type CriticalCall, mayEndAsNotReached } from './rules.ts'

export const criticalEvents = {
  /** With the first event of a report: it has values about which somebody is called at once (in the table critical_calls). */
  CriticalValueFound: defineEvent('CriticalValueFound', z.object({ callId: z.uuid(), reportId: z.uuid() })),
  /**
   * Somebody called, or tried to; who, when, how and about which values is a row (critical_attempts). CONFIRMED and ENDED_NOT_REACHED
   * close the call.
   */
  CriticalValueCalled: defineEvent(
    'CriticalValueCalled',
    z.object({ callId: z.uuid(), attemptId: z.uuid(), outcome: z.enum(criticalOutcomes) }),
  ),
  /** Nobody has confirmed the call: step 1 after 15 minutes, 2 after 30 minutes … */
  CriticalValueReminded: defineEvent(
    'CriticalValueReminded',
    z.object({ callId: z.uuid(), step: z.int().positive() }),
  ),
}

/** @property calls of the booking so far */
export type CriticalCommand = { callId: string; calls: readonly CriticalCall[] } & (
  | { type: 'recordCriticalCall'; attemptId: string; outcome: CriticalOutcome }
  | { type: 'remindCriticalCall'; step: number }
)

export type CriticalEvent = EventOf<typeof criticalEvents>
type Decided = Decision<CriticalEvent>
type Of<Type extends CriticalCommand['type']> = Extract<CriticalCommand, { type: Type }>

// a critical value is as dangerous in a booking that was cancelled after it was found: the cancellation does not close the call
const reported = only([processing, 'completed', 'cancelled'], 'not-found')

export const critical = {
  transitions: { recordCriticalCall: reported, remindCriticalCall: reported },
  decisions: { recordCriticalCall, remindCriticalCall },
  evolve: {
    CriticalValueFound: () => ({}),
    CriticalValueCalled: () => ({}),
    CriticalValueReminded: () => ({}),
  },
} satisfies Facet<CriticalCommand, CriticalEvent>

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

/** @returns that somebody is called about a report; nothing if there is no reason */
export function criticalValueOf({
  reportId,
  criticalCallId: callId,
}: {
  reportId: string
  criticalCallId?: string | undefined
}): CriticalEvent[] {
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
