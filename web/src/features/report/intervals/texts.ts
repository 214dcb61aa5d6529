import { countedText } from '@/lib/format/text'

export const parameter = {
  own: (n: number) => `${n} own`,
  offered: (n: number) => `${n} to accept`,
  rows: (n: number) => countedText(n, 'interval'),
  adultsOnly: 'Adults only',
  adults: (who: string) => (who === '' ? 'Adults' : `Adults, ${who}`),
}

/** A table of a parameter for each kind of limits */
export const tables = {
  reference: {
    title: undefined,
    heads: { who: 'Who', limits: 'Interval', method: 'Method', source: 'Source', status: 'Status' },
    label: (name: string) => `Intervals of ${name}`,
    none: undefined,
    add: 'Add own interval',
    catalogueSource: 'Catalogue, adults',
  },
  critical: {
    title: 'Critical limits',
    heads: { who: 'Who', limits: 'Critical', source: 'Source', status: 'Status' },
    label: (name: string) => `Critical limits of ${name}`,
    none: 'No result is critical: the catalogue has no critical limits.',
    add: 'Add own critical limits',
    catalogueSource: 'Catalogue',
  },
}

export const row = {
  limits: { upTo: (high: string) => `up to ${high}`, from: (low: string) => `${low} or more`, or: ' or ' },
  anyMethod: 'Any',
  critical: 'critical limits',
  of: (name: string) => `for ${name}`,
  status: { catalogue: 'Catalogue', offered: 'Not active', own: 'Own', ended: 'Ended' },
  begins: (date: string) => `from ${date}`,
  ends: (date: string) => `until ${date}`,
  accept: 'Accept',
  end: 'End',
}

export const accept = {
  question: (name: string, who: string) => ({
    title: `Take this interval of ${name} as your own?`,
    description: `It applies to nobody yet, because we know it from a secondary source only. From today on it applies to your results for: ${who}.`,
    confirmLabel: 'Accept',
    cancelLabel: 'Cancel',
  }),
  succeeded: 'Interval accepted',
  failed: 'Failed to accept the interval',
}

export const end = {
  dialog: {
    reference: (name: string) => ({
      title: `End this interval of ${name}?`,
      description:
        'It does not apply to samples that are collected on this date or later. Results that have it keep it.',
      submitLabel: 'End',
    }),
    critical: (name: string) => ({
      title: `End these critical limits of ${name}?`,
      description:
        'They do not apply to samples that are collected on this date or later. Those of the catalogue do. Open calls stay open.',
      submitLabel: 'End',
    }),
  },
  validTo: 'First day without',
  wrong: 'Please choose today or a later date',
  succeeded: { reference: 'Interval ended', critical: 'Critical limits ended' },
  failed: { reference: 'Failed to end the interval', critical: 'Failed to end the critical limits' },
}

export const add = {
  dialog: {
    reference: (name: string) => ({
      title: `Own interval of ${name}`,
      description: 'It comes before those of the catalogue for the people you choose.',
      submitLabel: 'Add',
    }),
    critical: (name: string) => ({
      title: `Own critical limits of ${name}`,
      description:
        'A result at or beyond one of them opens an urgent call. They can be stricter than those of the catalogue, not looser.',
      submitLabel: 'Add',
    }),
  },
  ageWrong: 'Please enter a whole number up to 125 years',
  toWrong: 'Must be greater than the first age',
  limits: {
    reference: { low: 'Lower limit', high: 'Upper limit' },
    critical: { low: 'Critical at or below', high: 'Critical at or above' },
  },
  limitsHint: {
    reference: 'Both limits are included. One may stay empty.',
    critical: 'A result at the limit is critical too. One may stay empty.',
  },
  limitWrong: (decimals: number) =>
    decimals === 0
      ? 'Please enter a whole number'
      : `Please enter a number with at most ${decimals} decimals`,
  limitMissing: 'Please enter one of the two limits',
  highWrong: 'Must be greater than the lower limit',
  faults: {
    looser: {
      low: (limit: string, ages: string) => `Must be ${limit} or higher, as in the catalogue (${ages})`,
      high: (limit: string, ages: string) => `Must be ${limit} or lower, as in the catalogue (${ages})`,
    },
    crossed: {
      low: (limit: string, ages: string) => `Must be lower than ${limit}, which is critical (${ages})`,
      high: (limit: string, ages: string) => `Must be higher than ${limit}, which is critical (${ages})`,
    },
  },
  expected: 'Expected result',
  choose: 'Select a result',
  expectedMissing: 'Please say what is expected',
  method: 'Method',
  methodHint: 'As you name it in your results. Empty: any',
  validFrom: 'Applies from',
  validFromWrong: 'Please choose a date',
  source: 'Source',
  sourceHint: 'Where it is published, or how your lab validated it',
  sourceMissing: 'Please enter the source',
  succeeded: { reference: 'Interval added', critical: 'Critical limits added' },
  failed: { reference: 'Failed to add the interval', critical: 'Failed to add the critical limits' },
}
