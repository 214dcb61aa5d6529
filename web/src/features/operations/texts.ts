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
