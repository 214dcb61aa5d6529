import type { ResultView } from '@jaanch/report/results/api'

type Flag = NonNullable<ResultView['flag']>

export const flagWords: Record<Flag, string> = {
  low: 'Low',
  high: 'High',
  'critical-low': 'Critically low',
  'critical-high': 'Critically high',
  normal: 'In range',
  abnormal: 'Abnormal',
}

/** Added to what a link says to screen readers */
export const newWindow = ', opens in a new window'

export const sexWords = { male: 'male', female: 'female', other: 'other sex' }

export const resultTexts = {
  noInterval: 'No interval',
  forOtherAges: 'No interval for this age',
  widest: 'The interval differs between men and women: this one spans both.',
  foreignUnit: (unit: string) => `In ${unit}, which is not converted: not compared with an interval`,
  interval: 'Interval',
  expected: (text: string) => `Expected: ${text}`,
  source: (source: string, isOfLab: boolean) =>
    isOfLab ? `The interval is that of the lab: ${source}.` : `Source of the interval: ${source}.`,
  method: (method: string) => `Measured by ${method}.`,
  about: 'About',
  trend: 'All results over time',
}

/** @returns the value with the unit in which it is shown: '7.1 g/dL' */
export function valueText({ text, unit, foreignUnit }: Pick<ResultView, 'text' | 'unit' | 'foreignUnit'>) {
  return [text, foreignUnit ?? unit].filter(Boolean).join(' ')
}

/** @returns whether a result is a number that no interval was compared with: it may be anything */
export function isUncompared({ flag, from, to, foreignUnit }: ResultView): boolean {
  return flag === null && (from !== null || to !== null || foreignUnit !== null)
}

export const due = {
  title: 'When to test again',
  since: (day: string) => `Due since ${day}`,
  from: (day: string) => `From ${day}`,
  measured: (day: string) => `Last measured ${day}.`,
  tooSoon: (day: string) => `Before ${day} it is too soon to tell you more.`,
  book: 'Book again',
  sources: 'Sources',
  sourcesOf: (test: string) => ` for ${test}`,
  none: 'Nothing that was measured so far has a usual interval.',
  note: 'Usual intervals for adults, from public sources. This is no advice: what your doctor says comes first.',
  consent: 'Record the agreement',
  failed: 'This could not be loaded at present.',
}

export const reminders = {
  label: 'Remind me when a test is due',
  description:
    'By mail, or by SMS if you get no mails, once in 30 days at most. The message names no test and no person.',
  failed: 'The reminders were not changed',
}
