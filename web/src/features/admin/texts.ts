import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'

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
  approve: { label: 'Approve', succeeded: 'Lab approved', failed: 'Approval Failed' },
  reject: { label: 'Reject', succeeded: 'Lab rejected', failed: 'Rejection Failed' },
}

export const labDetails = {
  title: 'Lab Details',
  submitLabel: 'Save Details',
  city: 'City',
  state: 'State',
  pincode: 'PIN Code',
  pincodeWrong: 'A PIN code has six digits',
  licence: 'Licence Number',
  licenceHint: 'As its NABL certificate has it.',
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
