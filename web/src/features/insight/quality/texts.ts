export const page = {
  title: 'Quality of collections',
  ofLab: 'Tubes that your collectors drew, from the arm to the analyser.',
  ofAll: 'Tubes that the labs drew, from the arm to the analyser.',
  days: 'Days',
  daysOf: (days: number) => `${days} days`,
  export: 'Export',
  exported: ['Export ready', 'The table was saved as a CSV file.'],
  exportFailed: 'Failed to export',
  loading: 'Loading the quality of collections',
  failed: 'This cannot be shown at the moment.',
  none: 'No tubes in these days',
  noneText: 'The numbers begin when a lab records who drew a tube and when it came.',
} as const

export const stats = {
  rejected: 'Rejected',
  toReceipt: 'From draw to receipt',
  inTime: 'Within stability',
  mismatched: 'Wrong person at first',
}

export const reasons = {
  title: 'Rejected tubes by reason',
  none: 'No tube was rejected.',
  reason: 'Reason',
  tubes: 'Tubes',
  rate: 'Share of decided tubes',
}

export const table = {
  byCollector: 'By collector',
  byLab: 'By lab',
  collector: 'Collector',
  lab: 'Lab',
  nobody: 'Not known',
  drawn: 'Tubes drawn',
  received: 'Tubes received',
  accepted: 'Accepted',
  rejected: 'Rejected',
  rejectedFor: (reason: string) => `Rejected: ${reason}`,
  rate: 'Rejection rate',
  toReceipt: 'Draw to receipt',
  seconds: 'Draw to receipt (mean, s)',
  inTime: 'Within stability',
  identified: 'People identified',
  mismatched: 'Wrong person at first',
}

export const unknown = '–'
