import { remindEveryMs } from '@jaanch/domain/critical/reminders'
import type { AnnounceTimer } from '../engine/job-announcer.ts'
import type { Handler } from '../engine/work/handler.ts'
import { criticalValue, type SetCriticalTimer } from './critical-timers.ts'

/** Sets the timer of the first reminder. The first message follows from the event itself, so nothing waits for this. */
export function followCritical(
  setTimer: SetCriticalTimer,
  announceTimer: AnnounceTimer,
): Handler<'critical'> {
  return async (event) => {
    const dueAt = new Date(event.at.getTime() + remindEveryMs)
    const timerId = await setTimer({ streamId: event.streamId, dueAt, after: event.position })
    if (timerId) announceTimer(criticalValue, timerId, dueAt)
  }
}
