export const due = {
  title: 'When to test again',
  since: (day: string) => `Due since ${day}`,
  from: (day: string) => `From ${day}`,
  measured: (day: string) => `Last measured ${day}.`,
  tooSoon: (day: string) => `Before ${day} it is too soon to tell you more.`,
  book: 'Book again',
  sources: 'Sources',
  sourcesOf: (test: string) => ` for ${test}`,
  newWindow: ', opens in a new window',
  none: 'Nothing that was measured so far has a usual interval.',
  note: 'Usual intervals for adults, from public sources. This is no advice: what your doctor says comes first.',
  failed: 'This could not be loaded at present.',
}

export const reminders = {
  label: 'Remind me when a test is due',
  description:
    'By mail, or by SMS if you get no mails, once in 30 days at most. The message names no test and no person.',
  failed: 'The reminders were not changed',
}
