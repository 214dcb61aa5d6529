import type { LabPartnerView } from '@jaanch/account/labs/api'
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

export const decideLab = {
  approve: {
    label: 'Approve',
    succeeded: 'Lab approved',
    failed: 'Approval Failed',
    ask: ({ labName, labLicense }: LabPartnerView) => ({
      title: `Approve ${labName}?`,
      description: labLicense
        ? `Licence ${labLicense}. Its people can sign in, and bookings can be assigned to it.`
        : 'No licence is recorded for this lab: record it first under Edit Details, unless you have checked it elsewhere. Its people can sign in, and bookings can be assigned to it.',
      confirmLabel: 'Approve',
      cancelLabel: 'Not now',
    }),
  },
  reject: {
    label: 'Reject',
    succeeded: 'Lab rejected',
    failed: 'Rejection Failed',
    ask: ({ labName }: LabPartnerView) => ({
      title: `Reject ${labName}?`,
      description: 'It is told that its application was not approved, and its people cannot sign in.',
      confirmLabel: 'Reject',
      cancelLabel: 'Not now',
    }),
  },
}

export const labDetails = {
  title: 'Lab Details',
  submitLabel: 'Save Details',
  city: 'City',
  state: 'State',
  pincode: 'PIN Code',
  pincodeWrong: 'A PIN code has six digits',
  labLicense: 'Licence Number',
  labLicenseHint: 'As its NABL certificate has it.',
  tooLong: 'At most 80 characters',
  saved: 'Lab details saved',
  failed: 'Failed to save lab details',
}

export const suspendLab = {
  dialog: ({ labName }: LabPartnerView) => ({
    title: `Suspend ${labName}?`,
    description:
      'Its people are signed out at once and cannot sign in, and no booking can be assigned to it. You get the list of its open bookings, to give them to other labs.',
    submitLabel: 'Suspend',
    failure: 'Failed to suspend the lab',
  }),
  succeeded: 'Lab suspended',
}

export const reinstateLab = {
  dialog: ({ labName }: LabPartnerView) => ({
    title: `Reinstate ${labName}?`,
    description: 'Its people can sign in again, and bookings can be assigned to it.',
    submitLabel: 'Reinstate',
    failure: 'Failed to reinstate the lab',
  }),
  succeeded: 'Lab reinstated',
}

export const dashboard = {
  heading: { title: 'Dashboard', description: 'Labs, bookings and prescriptions, as they come in.' },
  tabs: {
    label: 'Console',
    overview: 'Overview',
    approvals: 'Lab Approvals',
    bookings: 'Manage Bookings',
    prescriptions: 'Prescriptions',
  },
}

export const labs = {
  statuses: {
    applied: 'Pending Approval',
    approved: 'Approved',
    rejected: 'Rejected',
    suspended: 'Suspended',
  },
  areasWait: 'Areas Wait for Consent',
  noLicence: 'Licence not recorded',
  declined: (declined: number, assigned: number) =>
    `Declined ${declined} of its last ${assigned} ${assigned === 1 ? 'assignment' : 'assignments'} (90 days)`,
  applied: (date: string) => `Applied ${date}`,
  of: (lab: string) => `of ${lab}`,
  edit: 'Edit Details',
  capacity: 'Capacity',
  openBookings: 'Open Bookings',
  suspend: 'Suspend',
  reinstate: 'Reinstate',
  list: 'Lab partners',
  none: 'No lab partners yet',
  noneText: 'Applications appear here by themselves as labs register.',
  waiting: 'Labs that declared areas far from their PIN code: open Capacity to see them and to consent.',
  all: 'All labs',
  noneWaits: 'No labs wait',
  noneWaitsText: 'Nothing here needs your attention.',
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

export const settings = {
  heading: { title: 'Settings', description: 'How the platform is set up.' },
  comingSoon: 'Feature Coming Soon',
  platform: {
    title: 'Platform',
    name: 'Platform Name',
    email: 'Contact Email',
    phone: 'Contact Phone',
    location: 'Location',
  },
  notifications: { title: 'Notifications', email: 'Email Notifications', sms: 'SMS Notifications' },
  security: {
    title: 'Security',
    twoFactor: 'Two-Factor Authentication',
    timeout: 'Session Timeout',
  },
  database: {
    title: 'Database',
    backup: 'Backup',
    backupNow: 'Backup Now',
  },
  facts: 'Change what this installation says of itself',
}
