import { countText } from '@/lib/format/numbers'

export const form = {
  actor: 'Account',
  actorHint: 'Its id. The audit trail of a person has a link to here.',
  from: 'From',
  to: 'To',
  toHint: 'Until now, if it is empty.',
  submit: 'Show',
  wrong: 'Please give the id of an account and a time',
}

export const page = {
  none: 'Whose data did an account see?',
  noneText:
    'If somebody else used the account, this shows whose data the account read, so that you can tell them.',
  failed: 'The audit trail cannot be read at the moment.',
  save: 'Save as CSV',
  more: (rows: number) => `${countText(rows)} more are in the file.`,
  isMore: 'There is more than one answer holds: choose a shorter time.',
}

export const seen = {
  title: (people: number) =>
    people === 0
      ? 'It saw the data of nobody'
      : `It saw the data of ${countText(people)} ${people === 1 ? 'person' : 'people'}`,
  fileName: (actor: string) => `affected-${actor}.csv`,
  csvHeads: ['person', 'what', 'times', 'first', 'last', 'objects'],
  label: 'What the account saw of each person',
  heads: { person: 'Person', what: 'What', times: 'Times', first: 'First', last: 'Last' },
  itself: 'Itself',
}

export const lists = {
  title: 'Lists and files, without whose data they had',
  texts: {
    'people-listed': (times: number, rows: number) =>
      `Lists of people: ${countText(times)}, with ${countText(rows)} rows in all`,
    'bookings-exported': (times: number, rows: number) =>
      `Pages of bookings saved as a file: ${countText(times)}, with ${countText(rows)} rows in all`,
  },
}

export const signIns = {
  title: 'Sign-ins',
  none: 'It was not signed in to.',
  heads: { at: 'At', session: 'Session', network: 'Network' },
  noNetwork: 'Not recorded',
  fileName: (actor: string) => `sign-ins-${actor}.csv`,
  csvHeads: ['at', 'session', 'network'],
}
