export const recordFor = {
  open: 'Record for a collector',
  title: 'Record for a collector',
  text: 'For what a phone cannot send any more. It is recorded as theirs, and as entered by you.',
  collector: 'Who made the visit?',
  what: 'What happened?',
  drawn: 'All tubes were drawn',
  at: 'When was it?',
  submit: 'Record',
  succeeded: 'Recorded',
  failed: 'Failed to record',
}
