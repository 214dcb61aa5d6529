/** The kinds of notifications, and the events that they tell of. */
import type { LabPartnerEvent } from '@jaanch/account/labs/events'
import type { BookingEvent } from '../events.ts'

/** The read table of the notifications stores the place in this list: add new kinds at the end. */
export const notificationKinds = [
  'booking-placed',
  'order-proposed',
  'booking-confirmed',
  'lab-assigned',
  'lab-replaced',
  'sample-collection',
  'lab-processing',
  'report-ready',
  'report-amended',
  'booking-cancelled',
  'order-declined',
  'fasting-reminder',
  'lab-applied',
  'lab-approved',
  'lab-rejected',
  'visit-moved',
  'assignment-overdue',
  'assignment-withdrawn',
  'assignment-failed',
  'lab-declined',
  'report-delayed',
  'booking-message',
  'new-sample-needed',
  'refund-due',
  'critical-value',
  'report-more',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The events that a kind tells of: the consumer `notifications` wants these. */
export const notifiedEvents = {
  'booking-placed': ['BookingPlaced'],
  'order-proposed': ['OrderProposed'],
  'booking-confirmed': ['OrderConfirmed', 'BookingConfirmed'],
  'lab-assigned': ['LabAssigned'],
  'lab-replaced': ['LabAssigned'],
  'sample-collection': ['SampleCollectionStarted'],
  'lab-processing': ['LabProcessingStarted'],
  'report-ready': ['ReportReleased'],
  'report-amended': ['ReportReleased'],
  'booking-cancelled': ['BookingCancelled'],
  'order-declined': ['OrderDeclined'],
  'fasting-reminder': ['FastingReminderDue'],
  'lab-applied': ['LabApplied'],
  'lab-approved': ['LabApproved'],
  'lab-rejected': ['LabRejected'],
  'visit-moved': ['BookingRescheduled'],
  'assignment-overdue': ['AssignmentEscalated'],
  'assignment-withdrawn': ['LabAssigned'],
  'assignment-failed': ['AssignmentEscalated'],
  'lab-declined': ['LabDeclined'],
  'report-delayed': ['ReportDelayed'],
  'booking-message': ['BookingMessaged'],
  'new-sample-needed': ['RecollectionProposed'],
  'refund-due': ['RefundDue'],
  'critical-value': ['CriticalValueFound', 'CriticalValueReminded'],
  'report-more': ['ReportReleased'],
} as const satisfies Record<NotificationKind, readonly (BookingEvent | LabPartnerEvent)['type'][]>
