import type { Fact } from '@jaanch/insight/facts/fact'

export const facts = {
  heading: {
    title: 'Facts',
    description: 'What this installation says of itself, in place of the specification.',
  },
  notLoaded: 'The facts could not be loaded.',
  specified: (text: string) => `The specification says “${text}”.`,
  choice: (name: string) => `How to show ${name}`,
  choices: { specified: 'As specified', own: 'Own value', hidden: 'Hidden' },
  own: (name: string) => `Own value of ${name}`,
  wrong: {
    text: 'Please enter up to 120 characters',
    figure: 'Please enter up to 24 characters',
    rating: 'Please enter a number from 0.0 to 5.0',
    count: 'Please enter a whole number below 1,000',
  } satisfies Record<Fact['kind'], string>,
  confirm: 'If a text of the specification is true here, enter it as the own value.',
  save: 'Save all',
  saved: 'Facts saved',
  failed: 'Failed to save the facts',
  mixed: 'What they changed is shown now; what you changed is kept.',
}
