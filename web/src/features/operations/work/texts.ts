import { countText } from '@/lib/format/numbers'

export const retryLetter = {
  succeeded: (id: number) => `Dead letter ${id} is tried again`,
  failed: 'It was not tried again',
}

export const retryAll = {
  label: 'Retry all',
  question: (what: string, consumer: string) => ({
    title: `Try ${what} again?`,
    description: `Each of ${consumer} with this error is tried with all attempts, after its cause was fixed. One that fails again comes back here.`,
    confirmLabel: 'Retry all',
    cancelLabel: 'Keep',
  }),
  succeeded: (count: number) => `${countText(count)} tried again`,
  failed: 'They were not tried again',
}

export const queues = {
  label: 'Queues',
  hint: '(BullMQ, opens in a new tab)',
  failed: 'The queues cannot be opened',
}

export const rewind = {
  title: (consumer: string) => `Rewind ${consumer}?`,
  description:
    'Hands the events after a position to it again. What it handled has no second effect; a message that nobody could receive may be sent now.',
  submitLabel: 'Rewind',
  to: 'Last event that is not looked at again',
  cursor: (cursor: number) => `Its cursor is at ${countText(cursor)}.`,
  toWrong: 'Please type a position of the log, or 0',
  noPreview: 'The preview cannot be shown',
  nothing: 'Nothing would be looked at again.',
  reason: 'Reason',
  reasonHint: 'It is stored with the rewind.',
  reasonMissing: 'Please give a reason',
  events: (events: number) =>
    `${countText(events)} ${events === 1 ? 'event' : 'events'} would be looked at again.`,
  wanted: (counted: number | undefined, all: number, handled: number) =>
    `${counted === undefined ? 'It' : `Of the first ${countText(counted)} it`} wants ${countText(all)}, of which ${countText(handled)} are recorded as handled within the last week.`,
  succeeded: (consumer: string) => `${consumer} is rewound`,
  succeededText: (events: number) => `It looks at ${countText(events)} events again.`,
  failed: 'The consumer was not rewound',
}
