import type { BookingEvent } from '@jaanch/booking/events'
import { type CriticalEnding, type CriticalOutcome, criticalEndings } from '@jaanch/contracts/vocabulary'
import type { Recorded } from '@jaanch/eventlog/events/registry'

/** A call about critical values: from the report that has them until it is confirmed or ended as not reached. */
export type CriticalCall = {
  callId: string
  reportId: string
  foundAt: Date
  /** The last reminder; 0: the first message, which tells of the values at once */
  step: number
  /** The outcome that closed it; null: it is open */
  ending: CriticalEnding | null
  /** The times of the attempts that reached nobody */
  unreachedAt: Date[]
}

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
