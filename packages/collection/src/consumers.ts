/** The consumer of collections. Its handler is in recollections/follow-rejections.ts. */
import { declareConsumer } from '@jaanch/eventlog/work/consumers'

/** Offers that rejected samples are collected again, or the money back; completes what is complete with that, and cancels what is paid back */
export const recollectionsConsumer = declareConsumer({
  name: 'recollections',
  types: [
    'TubesRejected',
    'RecollectionWithdrawn',
    'OrderDeclined',
    'BookingCancelled',
    'BookingCompleted',
    'RefundSettled',
    'ReportSubmitted',
    'ReportReleased',
    'ReportReturned',
  ],
  beginsAt: 'head',
})
