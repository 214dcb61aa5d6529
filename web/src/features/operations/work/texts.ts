import { countText } from '@/lib/format/numbers'

export const texts = {
  retryLetter: {
    succeeded: (id: number) => `Dead letter ${id} is tried again`,
    failed: 'It was not tried again',
  },
  retryAll: {
    label: 'Retry all',
    question: (what: string, consumer: string) => ({
      title: `Try ${what} again?`,
      description: `Each of ${consumer} with this error is tried with all attempts, after its cause was fixed. One that fails again comes back here.`,
      confirmLabel: 'Retry all',
      cancelLabel: 'Keep',
    }),
    succeeded: (count: number) => `${countText(count)} tried again`,
    failed: 'They were not tried again',
  },
  queues: {
    label: 'Queues',
    hint: '(BullMQ, opens in a new tab)',
    failed: 'The queues cannot be opened',
  },
  rewind: {
    title: (consumer: string) => `Rewind ${consumer}?`,
    description:
      'Hands the events after a position to it again. What it handled has no second effect; a message that nobody could receive may be sent now.',
    button: 'Rewind',
    buttonOf: (consumer: string) => `Rewind ${consumer}`,
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
  },
  page: {
    deadLetters: 'Dead letters',
    consumers: 'Consumers',
    unfinished: 'Unfinished work',
  },
  letters: {
    unavailable: 'The dead letters cannot be shown at the moment.',
    none: 'No dead letters',
    noneText: 'Work, messages and reminders whose last attempt failed wait here for an operator.',
    areMore: 'There are more: the oldest 10,000 letters are counted.',
    count: (count: number) => `${countText(count)} dead ${count === 1 ? 'letter' : 'letters'}`,
    noReason: 'No text',
    period: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
    hide: 'Hide',
    show: 'Show',
    of: (consumer: string) => `the letters of ${consumer}`,
    more: 'Show more',
  },
  letter: {
    event: 'Event',
    attempts: (count: number, time: string) => `${countText(count)} attempts, ${time}`,
    error: 'The whole error',
    retry: 'Retry',
    retryLabel: (id: number) => `Retry dead letter ${id}`,
    skip: 'Skip',
    skipLabel: (id: number) => `Skip dead letter ${id}`,
  },
  skipLetter: {
    dialog: (id: number, consumer: string) => ({
      title: `Skip dead letter ${id}?`,
      description: `What ${consumer} should have done will never happen: a message is not sent, a reminder is not given, and work continues after the event that failed.`,
      submitLabel: 'Skip',
      hint: 'It is stored with the dead letter.',
      failure: 'It was not skipped',
    }),
    succeeded: (id: number) => `Dead letter ${id} is skipped`,
  },
  skipAll: {
    label: 'Skip all',
    dialog: (channel: string, count: number) => ({
      title: `Skip ${countText(count)} dead ${count === 1 ? 'message' : 'messages'}?`,
      description: `What is chosen of ${channel} with this error is never sent. At most 10,000 at once, the oldest first.`,
      submitLabel: 'Skip all',
      hint: 'It is stored with each dead letter.',
      failure: 'They were not skipped',
    }),
    age: 'Which',
    ages: {
      0: 'All',
      24: 'Those that died more than a day ago',
      168: 'Those that died more than a week ago',
    },
    succeeded: (count: number) => `${countText(count)} skipped`,
    noneMatched: 'None matched',
    noneMatchedText: 'Nothing was skipped: none is that old, or they are gone already.',
  },
  states: { waiting: 'Waiting', leased: 'Running', failing: 'Failing', dead: 'Dead' },
  consumers: {
    unavailable: 'The consumers cannot be shown at the moment.',
    consumer: 'Consumer',
    cursor: 'Cursor',
  },
  work: {
    consumer: 'Consumer',
    allConsumers: 'All consumers',
    state: 'State',
    allStates: 'All states',
    none: 'Nothing waits',
    heads: ['Consumer', 'Stream', 'Up to event', 'State', 'Attempts', 'Queued', 'Last error'],
    upTo: 'Up to event',
    attempts: 'Attempts',
    queued: 'Queued',
    /** @param wait ms */
    again(wait: number) {
      const seconds = Math.ceil(wait / 1_000)
      return seconds < 120 ? `again in ${seconds} s` : `again in ${Math.round(seconds / 60)} min`
    },
  },
}
