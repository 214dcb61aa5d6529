import type { CriticalMeans, CriticalOutcome, CriticalReached } from '@jaanch/contracts/vocabulary'
import type { CalledValueView } from '@jaanch/report/critical/api'
import { attemptsBeforeEnding, attemptsOverMs } from '@jaanch/report/critical/rules'

export const page = {
  heading: {
    title: 'Urgent calls',
    description: 'Results that a customer or doctor has to hear by phone at once.',
  },
  state: 'Which calls',
  states: { open: 'Open', confirmed: 'Confirmed', 'not-reached': 'Not reached' },
  loading: 'Loading the calls',
  unavailable: 'The calls could not be loaded',
  unavailableText: 'There may be open calls. Please try again.',
  retry: 'Try again',
  none: {
    open: {
      title: 'No open call',
      text: 'A result beyond its critical limit appears here as soon as it is submitted.',
    },
    confirmed: { title: 'No confirmed call', text: 'Calls stay here after somebody has confirmed them.' },
    'not-reached': {
      title: 'No call ended as not reached',
      text: 'Calls stay here after they were ended because nobody could be reached.',
    },
  },
  more: 'Show more',
}

export const card = {
  /** The heading of a call whose person is not known any more */
  noName: 'Name not known',
  booking: 'Open the booking',
  call: 'Call',
  /** Beside a number */
  numberOf: (name: string) => `The number is from ${name}, who booked.`,
  noPhone: 'No number is known',
  values: 'What to tell',
  beyond: (limit: string) => `Limit ${limit}`,
  onPdf: 'Marked on the PDF',
  amended: (value: string) => `Amended since: now ${value}. Tell both.`,
  noValue: 'See the report',
  waiting: (time: string) => `Open for ${time}`,
  justNow: 'less than a minute',
  since: (time: string) => `Since ${time}`,
  confirmed: (time: string) => `Confirmed ${time}`,
  notReached: 'Not reached',
  ended: (time: string) => `Ended ${time}`,
  attempts: 'Calls so far',
  noAttempts: 'Nobody has recorded a call yet.',
  attempt: (who: string, time: string) => `${who}, ${time}`,
  somebody: 'Somebody who is no longer known',
  record: 'Record a call',
  of: (name: string) => `to ${name}`,
}

export const outcomes: Record<CriticalOutcome, { label: string; description: string }> = {
  CONFIRMED: {
    label: 'Confirmed',
    description: 'They were reached and repeated the values. This closes the call.',
  },
  REACHED_NO_READBACK: {
    label: 'Reached, not repeated',
    description: 'They were reached, but did not repeat the values. The call stays open.',
  },
  UNABLE_TO_REACH: {
    label: 'Not reached',
    description: 'Nobody answered. The call stays open.',
  },
  ENDED_NOT_REACHED: {
    label: 'Ended as not reached',
    description: 'Nobody could be reached, and something else was done instead. This closes the call.',
  },
}

export const reached: Record<CriticalReached, string> = { customer: 'Customer', doctor: 'Doctor' }
export const means: Record<CriticalMeans, string> = {
  phone: 'By phone',
  'in-person': 'In person',
  other: 'Otherwise',
}

export const dialog = {
  title: 'Record a call',
  of: (name: string) => `About the results of ${name}. What is recorded can’t be changed.`,
  outcome: 'What came of it',
  notTriedEnough: `Possible after ${attemptsBeforeEnding} calls that reached nobody, over at least ${attemptsOverMs / 3_600_000} hours.`,
  outcomeMissing: 'Please choose what came of the call.',
  reached: 'Who was called',
  by: 'How',
  readback: 'They repeated each of these values back to me',
  readbackMissing: 'Please let them repeat the values before you confirm the call.',
  note: 'Note',
  noteInstead: 'What was done instead',
  noteHint: 'For example: letter sent, doctor informed',
  noteMissing: 'Please say what was done instead of the call.',
  save: 'Record',
  recorded: 'Call recorded',
  confirmed: 'Call confirmed',
  ended: 'Call ended as not reached',
  failed: 'Failed to record the call',
}

/** @returns what a later report of the booking says of the value; undefined if it says the same */
export function amendedText({ text, unit, amendedTo }: CalledValueView): string | undefined {
  if (!amendedTo || amendedTo === text) return undefined
  return card.amended([amendedTo, unit].filter(Boolean).join(' '))
}
