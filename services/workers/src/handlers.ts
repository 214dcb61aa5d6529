/** Which code reacts to what: the engine imports no consumer, and no consumer another one. */
import type { ReportForecasts } from '@jaanch/storage/report-forecasts'
import type pg from 'pg'
import { assignAutomatically, assignmentTimer, followAssignment } from './assignment/follow-assignment.ts'
import type { Assigner } from './assignment/record-step.ts'
import { criticalTimer, followCritical, remindCritical } from './critical/remind-critical.ts'
import type { JobAnnouncer } from './engine/job-announcer.ts'
import type { TimerHandlers } from './engine/timers/fire-timers.ts'
import { createSetTimer } from './engine/timers/set-timer.ts'
import type { Handlers } from './engine/work/handler.ts'
import { createEnqueueMessages, notifyRecipients } from './notifications/enqueue-messages.ts'
import { assignOrderNumber } from './orders/assign-order-number.ts'
import { updatePrescription } from './prescriptions/update-prescription.ts'
import { createPromiseRows, lateTimer, measurePromise, tellLate } from './promises/promise-rows.ts'
import { followRejections } from './recollections/follow-rejections.ts'
import { remindOfFasting, setFastingReminder } from './reminders/fasting-reminder.ts'
import { createReleaseReport } from './reports/release-report.ts'
import type { ReportRenderer } from './reports/report-renderer.ts'

/**
 * One handler for each consumer of the contracts: a consumer without one does not compile.
 * @param pool of what they write besides events; its commits need not wait for the disk
 */
export function createHandlers(
  pool: pg.Pool,
  { announceDeliveries, announceTimer }: JobAnnouncer,
  renderer: ReportRenderer,
  assigner: Assigner,
  forecasts: ReportForecasts,
  now: () => Date,
): Handlers {
  const setTimerOf = (timer: Parameters<typeof createSetTimer>[2]) =>
    createSetTimer(pool, announceTimer, timer)
  return {
    orders: assignOrderNumber(pool),
    prescriptions: updatePrescription,
    reports: createReleaseReport(renderer),
    notifications: notifyRecipients(createEnqueueMessages(pool, announceDeliveries)),
    reminders: setFastingReminder(pool, announceTimer),
    promises: measurePromise({ forecasts, rows: createPromiseRows(pool), setTimer: setTimerOf(lateTimer) }),
    recollections: followRejections(now),
    critical: followCritical(setTimerOf(criticalTimer)),
    assignment: assignAutomatically({ pool, assigner, setTimer: setTimerOf(assignmentTimer), now }),
  }
}

/** One handler for each kind of timer that this code sets. */
export function createTimerHandlers(assigner: Assigner, forecasts: ReportForecasts): TimerHandlers {
  return {
    'fasting-reminder': remindOfFasting,
    'report-late': tellLate(forecasts),
    'critical-value': remindCritical,
    assignment: ({ streamId, after }, context, now) =>
      followAssignment(context, assigner, { streamId, after: after ?? 0 }, now),
  }
}
