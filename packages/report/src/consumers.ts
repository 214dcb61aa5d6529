/** The events that reports react to. The handlers are in reactions.ts. */
import { declareConsumer } from '@jaanch/eventlog/work/consumers'

/** Renders the PDF of reports that were submitted as values */
export const reportsConsumer = declareConsumer({
  name: 'reports',
  types: ['ReportSubmitted'],
  beginsAt: 'beginning',
  isSlow: true,
})

/** Stores what was told about reports, and when they came; nothing of cancelled bookings */
export const promisesConsumer = declareConsumer({
  name: 'promises',
  types: ['SampleCollectionStarted', 'BookingCompleted', 'ReportReleased', 'BookingCancelled'],
  beginsAt: 'head',
})

/** Sets the timers of the reminders about critical values */
export const criticalConsumer = declareConsumer({
  name: 'critical',
  types: ['CriticalValueFound'],
  beginsAt: 'head',
})

export const reportConsumers = [reportsConsumer, promisesConsumer, criticalConsumer]

/** One for each booking, which is due when its report is later than it was told */
export const lateTimer = { kind: 'report-late' }

/** One for each booking that has calls about critical values */
export const criticalTimer = { kind: 'critical-value' }

export const reportTimers = [lateTimer, criticalTimer]
