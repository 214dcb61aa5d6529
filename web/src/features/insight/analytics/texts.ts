export const section = {
  title: 'Analytics',
  description: 'The last 60 days, moving as bookings do.',
  loading: 'Loading',
}

export const attention = {
  title: 'Needs attention',
  tiles: {
    unassigned: 'Unassigned for over an hour',
    'instant-late': 'Instant, past their 4 hours',
    'slot-missed': 'Slot passed, not collected',
    'report-late': 'Report past its promise',
    'not-confirmed': 'No lab confirmed in time',
    'refund-due': 'Refund to settle',
    'collection-failed': 'Nothing drawn, no new time',
    'after-end': 'Reported after the end',
  },
  waitingLabs: 'Lab areas that wait for consent',
}
