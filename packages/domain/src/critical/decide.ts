import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { BookingCommand } from '../booking/commands.ts'
import { accept, type Decision, refuse } from '../decider.ts'

type Of<Type extends BookingCommand['type']> = Extract<BookingCommand, { type: Type }>
type Decided = Decision<BookingEvent>

/** The event of a report, with the one that says that somebody is called about it: both are recorded or none. */
export function withCriticalValue(
  { reportId, criticalCallId: callId }: { reportId: string; criticalCallId?: string | undefined },
  event: BookingEvent,
): Decided {
  return callId === undefined
    ? accept(event)
    : accept(event, { type: 'CriticalValueFound', data: { callId, reportId } })
}

/** Of two who confirm at the same time, one closes the call, and the other is refused: what they did is then not in doubt. */
export function decideCriticalCall({ callId, attemptId, outcome, calls }: Of<'recordCriticalCall'>): Decided {
  const call = calls.find((one) => one.callId === callId)
  if (!call) return refuse('not-found')
  if (call.isConfirmed) return refuse('critical-call-closed')
  return accept({ type: 'CriticalValueCalled', data: { callId, attemptId, outcome } })
}

/** Nothing to do for a call that was confirmed meanwhile, or of which people were reminded already. */
export function decideCriticalReminder({ callId, step, calls }: Of<'remindCriticalCall'>): Decided {
  const call = calls.find((one) => one.callId === callId)
  if (!call) return refuse('not-found')
  if (call.isConfirmed || call.step >= step) return accept()
  return accept({ type: 'CriticalValueReminded', data: { callId, step } })
}
