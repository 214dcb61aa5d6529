/** Which code reacts to what: the engine imports no consumer, and no consumer another one. */

import { assignOrderNumber } from '@jaanch/booking/assign-order-number'
import {
  assignAutomatically,
  assignmentTimer,
  followAssignment,
} from '@jaanch/booking/assignment/follow-assignment'
import type { Assigner } from '@jaanch/booking/assignment/record-step'
import { updatePrescription } from '@jaanch/booking/prescriptions/update-prescription'
import { remindOfFasting, setFastingReminder } from '@jaanch/booking/reminders/fasting-reminder'
import { followRejections } from '@jaanch/collection/recollections/follow-rejections'
import type { Handlers } from '@jaanch/eventlog/work/handler'
import type { JobAnnouncer } from '@jaanch/eventlog/work/job-announcer'
import type { TimerHandlers } from '@jaanch/eventlog/work/timers/fire-timers'
import { createSetTimer } from '@jaanch/eventlog/work/timers/set-timer'
import { createEnqueueMessages, notifyRecipients } from '@jaanch/messages/enqueue-messages'
import { criticalTimer, followCritical, remindCritical } from '@jaanch/report/critical/remind-critical'
import { createPromiseRows, lateTimer, measurePromise, tellLate } from '@jaanch/report/forecast/promise-rows'
import type { ReportForecasts } from '@jaanch/report/forecast/report-forecasts'
import { createReleaseReport } from '@jaanch/report/pdf/release-rendered'
import type { ReportRenderer } from '@jaanch/report/pdf/report-renderer'
import type pg from 'pg'

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
