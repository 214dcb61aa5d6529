import type pg from 'pg'
import { createIntents } from './notifications/leave-intents.ts'
import { notifyBy } from './notifications/notify.ts'
import { assignOrderNumber } from './orders/assign-order-number.ts'
import { followOrder } from './prescriptions/follow-order.ts'
import { remindBy } from './reminders/set-reminder.ts'
import { releaseReport } from './reports/release-report.ts'
import type { Handlers } from './work/handler.ts'
import type { JobAnnouncer } from './work/job-announcer.ts'

/** One handler for each consumer in the contracts: a consumer that nobody handles does not compile. */
export function createHandlers(pool: pg.Pool, { announceDeliveries, announceTimer }: JobAnnouncer): Handlers {
  return {
    orders: assignOrderNumber,
    prescriptions: followOrder,
    reports: releaseReport,
    notifications: notifyBy(pool, createIntents(pool, announceDeliveries)),
    reminders: remindBy(pool, announceTimer),
  }
}
