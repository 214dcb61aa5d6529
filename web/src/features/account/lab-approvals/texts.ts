import type { LabPartnerView } from '@jaanch/account/labs/api'

export const texts = {
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
  list: 'Lab partners',
  none: 'No lab partners yet',
  noneText: 'Applications appear here by themselves as labs register.',
  waiting: 'Labs that declared areas far from their PIN code: open Capacity to see them and to consent.',
  all: 'All labs',
  noneWaits: 'No labs wait',
  noneWaitsText: 'Nothing here needs your attention.',
  decide: {
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
  },
  suspend: {
    label: 'Suspend',
    dialog: ({ labName }: LabPartnerView) => ({
      title: `Suspend ${labName}?`,
      description:
        'Its people are signed out at once and cannot sign in, and no booking can be assigned to it. You get the list of its open bookings, to give them to other labs.',
      submitLabel: 'Suspend',
      failure: 'Failed to suspend the lab',
    }),
    succeeded: 'Lab suspended',
  },
  reinstate: {
    label: 'Reinstate',
    dialog: ({ labName }: LabPartnerView) => ({
      title: `Reinstate ${labName}?`,
      description: 'Its people can sign in again, and bookings can be assigned to it.',
      submitLabel: 'Reinstate',
      failure: 'Failed to reinstate the lab',
    }),
    succeeded: 'Lab reinstated',
  },
}
