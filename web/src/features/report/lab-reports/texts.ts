export const page = {
  title: 'Lab Reports',
  waiting: 'Waiting for a pathologist',
  waitingText: 'Reports that were submitted and not signed yet. Customers do not see them.',
  returned: 'Sent back',
  returnedText:
    'A pathologist sent these reports back. The report of each booking is submitted again on the Bookings page.',
  loading: 'Loading the reports',
  soon: 'Coming soon',
  soonText: 'The reports that your lab has released will be listed here.',
  /** Before it, for a pathologist */
  toSign: 'Nothing waits for you. A report appears here as soon as somebody of your lab has submitted it.',
}

export const list = {
  heads: ['Patient', 'Tests', 'Submitted', 'State', ''],
  submitted: 'Submitted',
  by: (name: string) => `by ${name}`,
  waiting: 'Waits for the pathologist',
  returned: 'Sent back',
  pdf: 'PDF',
  version: (version: number) => `Follows version ${version - 1}`,
  open: 'Open',
}

export const draft = {
  back: 'All reports',
  loadFailed: 'The report could not be loaded',
  tryAgain: 'Try again',
  gone: 'This report no longer waits',
  goneText: 'It was signed, or a newer one of the booking replaced it.',
  comments: 'Comments',
  outOfRange: 'Out of range',
  before: (value: string, date: string) => `Before: ${value}, ${date}`,
  reviewed: 'Marked as reviewed by a doctor',
  notReported: 'Not reported',
  pdf: 'The report is a PDF.',
  openPdf: 'Open the PDF',
  sign: 'Sign and release',
  signed: 'The report is signed',
  signedText: 'The customer gets it within a minute.',
  signFailed: 'Failed to sign the report',
  return: 'Send back',
  returned: 'The report was sent back',
  onlyPathologist:
    'A pathologist of the lab signs it. Submitting the report of this booking again replaces it.',
  wasReturned: (by: string | null, time: string) => `Sent back${by ? ` by ${by}` : ''}, ${time}:`,
  again: 'Submit the report of the booking again, on the Bookings page.',
  dialog: {
    title: 'Send the report back',
    description:
      'The person who submitted it sees the reason and submits it again. The customer does not see it.',
    submitLabel: 'Send back',
    failure: 'Failed to send the report back',
    hint: 'The people of the lab read it.',
  },
}
