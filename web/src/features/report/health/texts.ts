import type { ResultView } from '@jaanch/report/results/api'
import type { TrendChange } from '@jaanch/report/trends/api'
import { flagWords, resultTexts } from '@/features/report/results/texts'
import { countedText } from '@/lib/format/text'

export const page = {
  title: 'Health trends',
  description: 'What was measured over time, for each person of your family.',
  toReports: 'Reports',
  loading: 'Loading results',
  failed: 'The results could not be loaded.',
  retry: 'Try again',
}

export const people = {
  label: 'Whose results',
  self: 'You',
  years: (age: number) => (age === 0 ? 'under 1 year' : `${age} y`),
}

export const empty = {
  none: 'No results yet',
  noneText: 'Results show here as soon as a lab releases a report with values.',
  browse: 'Browse tests',
  pdfOnly: 'The results are in PDF reports',
  pdfOnlyText: (count: number) =>
    `${count === 1 ? 'One report is' : `${count} reports are`} a PDF only: its values can't be followed over time.`,
  openReports: 'Open reports',
  unknownPerson: 'There are no results of this person',
  noMatch: 'No result matches',
}

export const filter = {
  search: 'Search results',
  placeholder: 'Haemoglobin, TSH …',
  outOfRange: 'Out of range only',
}

export const pdfNote = (count: number) =>
  `${count === 1 ? 'One more report is' : `${count} more reports are`} a PDF only and not included here.`

export const changes = {
  title: 'What changed since last time',
  none: 'Nothing crossed its interval or changed by more than usual since the time before.',
  first: 'Everything was measured once. Changes show from the second result on.',
  showAll: (count: number) => `Show all ${count}`,
  since: (date: string) => `since ${date}`,
  real: 'More than usual variation',
  otherLab: 'Measured by another lab',
  firstResult: 'First result',
}

export const row = {
  results: (count: number) => countedText(count, 'result'),
  spark: (count: number, from: string, to: string, lowest: string, highest: string) =>
    count === 1
      ? `1 result, ${from}`
      : `${count} results from ${from} to ${to}, between ${lowest} and ${highest}`,
}

export const directions: Record<NonNullable<TrendChange['direction']>, string> = {
  up: 'Up from',
  down: 'Down from',
  same: 'Unchanged from',
}
/** Beside the arrow, which says the rest */
export const from = 'from'
export const notComparable = 'Before:'

/** @returns 'Low → in range'; undefined if the flag did not change */
export function crossedText(before: TrendChange['before']['flag'], after: TrendChange['before']['flag']) {
  return before && after && before !== after
    ? `${flagWords[before]} → ${flagWords[after].toLowerCase()}`
    : undefined
}

export const trend = {
  back: 'All results',
  chart: (name: string) => `Chart of ${name}`,
  keys: 'Tap the chart, or move between the results with the arrow keys.',
  openReport: 'Open report',
  version: (version: number) => `version ${version}`,
  noFlag: 'no interval',
  print: 'Print',
  table: 'All results as a table',
  hide: 'Hide table',
  columns: {
    date: 'Date',
    result: 'Result',
    flag: 'Flag',
    interval: 'Interval',
    lab: 'Lab',
    method: 'Method',
    report: '',
  },
  labs: 'Lab',
  methods: 'Method',
  unknownMethod: 'not stated',
  otherUnitText:
    'The line breaks where a lab used a unit that can not be converted safely. The result is in the table as the lab sent it.',
  bandLegend: 'Reference interval',
  interval: ({ bounds, interval }: Pick<ResultView, 'bounds' | 'interval'>) =>
    bounds ? `Reference interval: ${interval}` : resultTexts.expected(interval),
  notFound: 'There are no results of this parameter for this person.',
  noChart: 'These results are texts: they are in the table.',
  last: 'Latest result',
  latest: (count: number, first: string) =>
    count === 1 ? 'First result' : `${count} results since ${first}`,
}

export const variation = {
  title: 'When is a change real?',
  known: (name: string, percent: string) =>
    `${name} varies a little from day to day in every healthy person, and no measurement is exact. Only a change of more than about ${percent} % between two results is unlikely to be such variation alone (95 in 100 times).`,
  unknown: (name: string) =>
    `For ${name} we have no published figure of how much it varies within a healthy person, so we do not say whether a change is larger than usual.`,
  basis: (withinPerson: string, measurement: string) =>
    `Reference change value, from a variation of ${withinPerson} % within a person and of ${measurement} % of the measurement. The figures are from healthy adults; in illness results can vary more.`,
  source: 'Source',
  exceeded: (percent: string) => `The last change, ${percent} %, is larger than that.`,
  within: (percent: string) => `The last change, ${percent} %, is within that.`,
  otherMethod: 'The last two results were measured by different methods: their difference is not judged.',
  otherLab: 'The last two results are from different labs, which can differ by themselves.',
  advice: 'This is not a diagnosis. Please discuss your results with your doctor.',
}
