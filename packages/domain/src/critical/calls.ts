import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'

/** A call about critical values: from the report that has them until somebody confirmed it. */
export type CriticalCall = {
  callId: string
  reportId: string
  foundAt: Date
  /** The last reminder; 0: the first message, which tells of the values at once */
  step: number
  isConfirmed: boolean
}

/** @param history of a booking @returns its calls, the oldest first */
export function criticalCallsOf(history: readonly Recorded<BookingEvent>[]): CriticalCall[] {
  const calls = new Map<string, CriticalCall>()
  for (const event of history) {
    if (event.type === 'CriticalValueFound') {
      const { callId, reportId } = event.data
      calls.set(callId, { callId, reportId, foundAt: event.at, step: 0, isConfirmed: false })
    }
    if (event.type !== 'CriticalValueCalled' && event.type !== 'CriticalValueReminded') continue
    const call = calls.get(event.data.callId)
    if (!call) continue
    if (event.type === 'CriticalValueReminded') call.step = Math.max(call.step, event.data.step)
    else if (event.data.outcome === 'CONFIRMED') call.isConfirmed = true
  }
  return [...calls.values()]
}
