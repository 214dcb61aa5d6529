export const page = {
  heading: { title: 'Audit Trail', description: 'Who did and saw what, kept for a year.' },
  users: 'Users',
  affected: 'Whose data it saw',
  none: 'No entries found',
  noneText: 'Nothing was recorded that matches.',
}

export const filters = {
  allInsteadOf: (name: string) => `Entries of all people instead of ${name}`,
  onePerson: 'One person',
  action: 'Action',
  allActions: 'All actions',
  day: 'Day',
}

export const entries = {
  label: 'Audit trail',
  heads: ['When', 'What', 'Who', 'Concerns', 'Details'],
  by: 'By',
  concerns: 'Concerns',
  formerAccount: 'A former account',
}
