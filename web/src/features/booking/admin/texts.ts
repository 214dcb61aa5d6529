import type { Attention } from '@jaanch/booking/list/tabs'
import type { Assigner } from '@jaanch/contracts/vocabulary'

export const changeStatus = {
  succeeded: 'Booking status updated successfully',
  failed: 'Failed to update booking status',
}

export const assignLab = {
  title: 'Assign Lab',
  submitLabel: 'Assign',
  searchLabel: 'Search labs',
  search: 'Search by name, city or PIN',
  noLab: 'No lab has been approved yet.',
  noMatch: 'No lab matches this text.',
  assignBest: (lab: string) => `Assign suggested: ${lab}`,
  labs: 'Lab partner',
  suggested: 'Suggested',
  full: 'Full',
  sameCity: 'Same city',
  more: (count: number) => `${count} more: search to narrow them down.`,
  missing: 'Please select a lab partner',
  succeeded: 'Lab assigned',
  failed: 'Failed to assign lab',
}

export const bookings = {
  heading: { title: 'Bookings', description: 'Assign bookings to lab partners.' },
  /** For admins who do not assign */
  readersHeading: { title: 'Bookings', description: 'What was booked, and how far it is.' },
  tabs: { unassigned: 'Unassigned', assigned: 'Assigned', completed: 'Completed', all: 'All' },
  filter: 'Search and filter',
  noneUnassigned: 'Every booking has its lab.',
  none: 'Bookings appear here by themselves.',
  allBookings: 'All bookings',
}

const attention: Record<Attention, { title: string; description: string }> = {
  unassigned: { title: 'Unassigned bookings', description: 'Without a lab for over an hour.' },
  'instant-late': { title: 'Late instant bookings', description: 'Past their 4 hours without collection.' },
  'slot-missed': { title: 'Missed slots', description: 'The slot has passed without collection.' },
  'report-late': { title: 'Late reports', description: 'Past their promise.' },
  'not-confirmed': {
    title: 'Unconfirmed bookings',
    description: 'No lab confirmed them in its time: assign one by hand, or call the lab.',
  },
  'refund-due': {
    title: 'Refunds to settle',
    description:
      'Paid and then cancelled, or samples are not collected again: call the customer, and pay back what is due.',
  },
  'collection-failed': {
    title: 'Failed collections',
    description:
      'The collector came and nothing was drawn: call the customer, then move or cancel the visit.',
  },
  'after-end': {
    title: 'Reported after the end',
    description:
      'A phone reported samples or cash after the booking was cancelled, completed or handed over: call the lab.',
  },
}

export const refund = {
  title: 'Refund',
  label: 'Refund Paid',
  of: (name: string) => `of booking ${name}`,
  succeeded: 'Refund recorded',
  failed: 'Failed to record the refund',
  question: (amount: string) => ({
    title: 'Was the refund paid?',
    description: `You have called the customer, and ${amount} was paid back or is not collected. This can't be taken back.`,
    confirmLabel: 'Refund paid',
    cancelLabel: 'Not yet',
  }),
  reported: {
    title: 'These tests have results',
    confirmLabel: 'Pay back all the same',
    cancelLabel: 'Not yet',
  },
}

export const inbox = {
  snooze: 'Snooze',
  of: (name: string) => `booking ${name}`,
  times: { hour: '1 hour', tomorrow: 'Until tomorrow, 9:00 am', days: '3 days' },
  snoozed: 'Snoozed',
  wake: 'Wake',
  woken: 'Back in the list',
  failed: 'Failed to snooze the booking',
  left: (count: string) => (count === '1' ? '1 needs attention' : `${count} need attention`),
  snoozedLink: (count: number) => `${count} snoozed`,
  snoozedTitle: (title: string) => `${title}, snoozed`,
  snoozedText: 'They come back at their time, or when something happens to them.',
  back: 'What needs attention',
  noneSnoozed: ['Nothing is snoozed', 'Everything that needs attention is in its list.'],
} as const

export const someBookings = {
  attention,
  noAttention: ['No bookings found', 'Nothing here needs your attention.'],
  openOf: (lab = 'a lab', day: string | null = null) => `Open bookings of ${lab}${day ? ` on ${day}` : ''}`,
  suspended:
    'The lab is suspended: assign these bookings to other labs. Those whose collection has begun stay; move them along yourself.',
  open: 'Assigned to it, and neither completed nor cancelled.',
  openLabel: 'Open bookings',
  noneOpen: ['No open bookings', 'Nothing is left to reassign.'],
} as const

export const booking = {
  booked: (time: string) => `Booked ${time}`,
  unpaid: 'due',
  noLab: 'No lab yet',
  changeLab: 'Change Lab',
  assignLab: assignLab.title,
  updateStatus: 'Update Status',
  moveVisit: 'Move Visit',
  cancel: 'Cancel Booking',
  history: 'History',
}

export const whyThisLab = {
  title: 'Why this lab',
  by: {
    admin: 'Assigned by an admin',
    suggestion: 'Assigned as suggested',
    automatic: 'Assigned automatically',
  } satisfies Record<Assigner, string>,
  escalations: {
    'lab-warned': 'The lab did not confirm in time and was warned.',
    'admin-called': 'No lab confirmed in time: please assign one, or call the lab.',
  },
}

export const declines = {
  title: 'Declined',
  by: (lab: string, reason: string, at: string) => `${lab}: ${reason}, ${at}`,
}
