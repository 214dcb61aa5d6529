export const page = {
  heading: { title: 'Operations', description: 'The log, its readers, and what needs an operator.' },
  sections: {
    now: 'Now',
    events: 'Events',
    trace: 'Trace',
    history: 'Time travel',
    work: 'Work',
    replay: 'Replay and verify',
    messages: 'Messages',
    affected: 'Affected people',
    quarantine: 'Quarantine',
    settings: 'Settings',
  },
}

export const pauseTexts = {
  label: 'Pause',
  labelOf: (what: string) => `Pause ${what}`,
  dialog: (what: string) => ({
    title: `Pause ${what}?`,
    description: `No worker begins anything of ${what} any more; what has begun ends within seconds. Nothing is lost: it is done when it continues, except messages that expire until then.`,
    submitLabel: 'Pause',
    hint: 'Operators see it until it continues.',
    failure: 'It was not paused',
  }),
  succeeded: (what: string) => `${what} is paused`,
  paused: 'Paused',
  pausedBy: (time: string, by: string, reason: string) => `Since ${time} by ${by}: ${reason}`,
}

export const continueTexts = {
  label: 'Continue',
  labelOf: (what: string) => `Continue ${what}`,
  succeeded: (what: string) => `${what} continues`,
  failed: 'It was not continued',
}
