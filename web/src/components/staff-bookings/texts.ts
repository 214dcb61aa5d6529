import type { DeclineReason } from '@jaanch/contracts/vocabulary'

export const declineReasonTexts: Record<DeclineReason, string> = {
  'no-collector': 'No collector is free',
  'outside-area': 'Outside our area',
  'test-not-done': 'We do not do this test',
  'slot-full': 'That slot is full',
  closed: 'We are closed that day',
  other: 'Another reason',
}

export const payment = {
  title: 'Record Payment',
  submitLabel: (amount: string) => `Record ${amount}`,
  method: 'Paid by',
  reference: 'Reference',
  referenceHint: "The transaction's number, for the accounts.",
  recorded: 'Payment recorded',
  recordedText: (amount: string, method: string) => `${amount} by ${method}`,
  failed: 'Failed to record payment',
}

export const report = {
  title: 'Attach Report',
  kind: 'Kind of report',
  kinds: { file: 'PDF file', values: 'Enter values' },
  file: 'Report file',
  fileHint: 'A PDF of at most 10 MB.',
  noForm: 'The catalogue does not say what this test measures: attach a PDF instead.',
  noValues: ['No Results Entered', 'Please enter at least one result'],
  comments: "Doctor's comments",
  isReviewed: 'Reviewed by a doctor',
  attached: 'Report attached',
  pdfIsMade: (tests: string) => `${tests}. Its PDF is being made.`,
  failed: 'Failed to attach report',
} as const
