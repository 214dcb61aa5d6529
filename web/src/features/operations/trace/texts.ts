export const page = {
  lookup: {
    label: 'Booking, prescription, order or request',
    hint: "An id, the first 8 characters of a booking's or prescription's, or an order number. The answer of every request names its id (X-Request-Id).",
    submitLabel: 'Trace',
  },
  none: 'Nothing is traced yet',
  noneText:
    'A trace shows each request, its events, the work and the messages that followed, and when they were pushed.',
  failed: 'The trace could not be loaded.',
  history: 'History',
  refresh: 'Refresh',
}

export const timeline = {
  legend:
    'Thin line: the time since the step above. Thick bar: how long it runs. The scale is logarithmic, so that milliseconds and days fit on it; each request begins at its own zero.',
  notYet: 'Not yet',
  pause: (duration: string) => `${duration} after the one above began`,
  /** What a step is, for those who see no indentation and no colour. */
  kinds: {
    request: 'Request',
    event: 'Event',
    seen: 'Pushed',
    work: 'Work',
    begun: 'Run',
    done: 'Done',
    dead: 'Dead letter',
    message: 'Message',
    sent: 'Sent',
  },
  level: (level: number, kind: string) => `Level ${level}, ${kind}:`,
  stepNotYet: 'not yet',
  takes: (duration: string) => `takes ${duration}`,
}
