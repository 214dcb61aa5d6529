import type { BookingEvent } from '@jaanch/booking/events'
import { notificationsAt } from '@jaanch/booking/notifications/notifications'
import type { Recorded } from '@jaanch/eventlog/events'
import type { Audience } from '@jaanch/messages/message'
import { criticalCallsOf } from './critical-call.ts'

/**
 * Whether a message about a critical value is of no use any more: its call was confirmed, or a later reminder of the same call tells the
 * same recipients. A call that was ended as not reached asks nobody to call any more, but the customer still has to hear of it. A later
 * step tells everybody in an audience that an earlier one tells.
 * @param event that the message is about
 * @param history of the event's stream, as it is now
 */
export function isCallOver(event: Recorded, audience: Audience, history: readonly Recorded[]): boolean {
  const callId = callOf(event)
  if (callId === undefined) return false
  const calls = criticalCallsOf(history as readonly Recorded<BookingEvent>[])
  const ending = calls.find((call) => call.callId === callId)?.ending
  if (ending === 'CONFIRMED' || (ending && audience !== 'customer')) return true
  return history.some(
    (later) =>
      later.version > event.version &&
      callOf(later) === callId &&
      notificationsAt(later, history).some(({ recipient }) => recipient.audience === audience),
  )
}

/** @returns the id of the call that an event tells somebody of */
function callOf(event: Recorded): string | undefined {
  return event.type === 'CriticalValueFound' || event.type === 'CriticalValueReminded'
    ? event.data.callId
    : undefined
}
