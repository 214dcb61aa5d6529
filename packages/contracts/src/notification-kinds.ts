/** The kinds of notifications, their audiences and channels. */

export const channels = ['email', 'sms'] as const
export type Channel = (typeof channels)[number]

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
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Customer, lab and admins get different texts for the same event. Stored by place, as the kinds are. */
export const audiences = ['customer', 'lab-partner', 'admin'] as const
export type Audience = (typeof audiences)[number]
