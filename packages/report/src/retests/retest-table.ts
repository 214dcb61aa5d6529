/**
 * When a test is worth repeating: the minimum intervals, before which a repetition tells nothing new, and the usual intervals, after
 * which it is due. docs/retests.md is made from it.
 *
 * - Each number is in a source that is named with it. Where sources differ, the shorter minimum counts: less is said to be too soon.
 * - All sources are about adults: of children nothing is said.
 * - An analyte without a source has no row, and nothing is said about it.
 */
import type { Analyte } from '@jaanch/catalogue/parameters/analytes'
import type { ResultFlag } from '../results/api.ts'

/**
 * A result as far as it decides when to measure again.
 * @property on IST date of the collection
 * @property from the number, or both bounds of an inexact one, in the unit of `analytes.ts`; null: a text, an open bound, another unit
 */
export type Measurement = {
  analyte: Analyte
  on: string
  from: number | null
  to: number | null
  flag: ResultFlag | null
}

/** The results of one person by analyte, the latest first. */
export type Results = {
  last: (analyte: Analyte) => Measurement | undefined
  all: (analyte: Analyte) => readonly Measurement[]
}

/** @param measurements in any order; of one day, the later in the list is the later one */
export function resultsOf(measurements: readonly Measurement[]): Results {
  const sorted = measurements.toReversed().sort((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0))
  const byAnalyte = Map.groupBy(sorted, ({ analyte }) => analyte)
  const all = (analyte: Analyte) => byAnalyte.get(analyte) ?? []
  return { all, last: (analyte) => all(analyte)[0] }
}

type Judge = (measurement: Pick<Measurement, 'from' | 'to'>) => boolean

/** Whether the result is certainly that high: `<7` is not at least 6.5. */
function atLeast(limit: number): Judge {
  return ({ from }) => from !== null && from >= limit
}

/** Whether the result is certainly within, `low` included, `high` excluded. */
function within(low: number, high: number): Judge {
  return ({ from, to }) => from !== null && to !== null && from >= low && to < high
}

export const retestSources = {
  adaScreening: [
    'American Diabetes Association, Criteria for testing for diabetes in asymptomatic adult individuals, Diabetes Care, table 4',
    'https://pmc.ncbi.nlm.nih.gov/articles/PMC3537269/table/T4',
  ],
  adaCategories: [
    'LabCE, ADA guidelines: categories of increased risk for diabetes',
    'https://labce.com/spg3921336_ada_guidelines_categories_of_increased_risk_for_di.aspx',
  ],
  atp3: [
    'National Cholesterol Education Program (ATP III), quoted in BMC Health Services Research 2008;8:25, table 1',
    'https://bmchealthservres.biomedcentral.com/articles/10.1186/1472-6963-8-25/tables/1',
  ],
  bmjCriteria: [
    'BMJ Best Practice, American Diabetes Association: criteria for the diagnosis of diabetes',
    'https://bestpractice.bmj.com/topics/en-us/25/criteria',
  ],
  bmjMonitoring: [
    'BMJ Best Practice, Monitoring of diabetes (after the American Diabetes Association)',
    'https://bestpractice.bmj.com/topics/en-us/25/monitoring',
  ],
  bnssg: [
    'NHS Bristol, North Somerset and South Gloucestershire, Subclinical hypothyroidism, 2021',
    'https://remedy.bnssg.icb.nhs.uk/adults/endocrinology/sub-clinical-hypothyroidism',
  ],
  cornwall: [
    'NHS Cornwall, Referral Management Service, Hypothyroidism: once TSH is stable',
    'https://rms.cornwall.nhs.uk/primary_care_clinical_referral_criteria/rms/primary_care_clinical_referral_criteria/endocrinology/hypothyroidism',
  ],
  ihs: [
    'Indian Health Service (USA), Diabetes standards of care: kidney care',
    'https://www.ihs.gov/diabetes/clinician-resources/soc/kidney-care/',
  ],
  jcp: [
    'Journal of Clinical Pathology, Common minimum retest intervals (table 3)',
    'https://jcp.bmj.com/highwire/markup/168827/expansion?width=1000&height=500&iframe=true&postprocessors=highwire_tables%2Chighwire_reclass%2Chighwire_figures%2Chighwire_math%2Chighwire_inline_linked_media%2Chighwire_embed',
  ],
  kdoqi: [
    'National Kidney Foundation, KDOQI guideline 1: screening and diagnosis of diabetic kidney disease',
    'https://kidneyfoundation.cachefly.net/professionals/KDOQI/guideline_diabetes/guide1.htm',
  ],
  leeds: [
    'Leeds Teaching Hospitals NHS Trust, Pathology, Minimum re-test intervals, 2012',
    'http://www.pathology.leedsth.nhs.uk/pathology/Departments/BloodSciences/MinimumReTestIntervals.aspx',
  ],
} as const
export type RetestSource = keyof typeof retestSources

type Minimum = { analytes: readonly Analyte[]; days: number; sources: readonly RetestSource[] }

const minimum = (analytes: string, days: number, ...sources: RetestSource[]): Minimum => ({
  analytes: analytes.split(' ') as Analyte[],
  days,
  sources,
})

/** Each analyte stands in one row. Intervals of hours, which inpatients have, are left out. */
export const minimumIntervals: readonly Minimum[] = [
  minimum('A1C', 40, 'leeds', 'jcp'),
  minimum('CHOL TRIG HDL LDL', 28, 'leeds', 'jcp'),
  minimum('TSH FT3 FT4 T3 T4', 28, 'jcp'),
  minimum('VITD', 28, 'leeds'),
  minimum('B12', 56, 'leeds'),
  minimum('FOL FERR', 21, 'leeds'),
  minimum('ANA', 20, 'leeds'),
  minimum('CA125 PSA', 13, 'leeds', 'jcp'),
  minimum('CEA CA199', 21, 'jcp'),
  minimum('AFP', 6, 'leeds', 'jcp'),
  minimum('ESR PROG PRL E2 LH FSH', 7, 'leeds'),
]

/** @property about the subject of the interval: the first rule about it that applies counts */
export type UsualInterval = {
  about: string
  /** The analytes that a test has to measure; the interval begins when the first of them was measured last */
  analytes: readonly Analyte[]
  months: number
  /** For the documentation */
  condition: string
  /** The sentence that the family reads: when it is usually measured, and no advice */
  reason: string
  sources: readonly RetestSource[]
  /** Completed months of age; adults, if omitted */
  ageFrom?: number
  applies: (results: Results) => boolean
}

const yearsOld = (years: number) => years * 12

/** The diagnostic limits of the American Diabetes Association; once reached, whatever followed */
const everDiabetic = ({ all }: Results) => all('A1C').some(atLeast(6.5)) || all('FBS').some(atLeast(126))

/** Applies to the test for diabetes that was measured last: HbA1c, if it and fasting glucose were measured on one day. */
const lastIs =
  (analyte: 'A1C' | 'FBS', isInRange: ReturnType<typeof within>) =>
  ({ last, all }: Results): boolean => {
    const [own, other] = [last(analyte), last(analyte === 'A1C' ? 'FBS' : 'A1C')]
    if (own === undefined || everDiabetic({ last, all }) || !isInRange(own)) return false
    return other === undefined || (analyte === 'A1C' ? own.on >= other.on : own.on > other.on)
  }

const isNormal = (analyte: Analyte, { last }: Results) => last(analyte)?.flag === 'normal'

const screening = (analyte: 'A1C' | 'FBS', name: string, [raised, normal]: readonly [string, string]) => {
  const limits = analyte === 'A1C' ? { normal: 5.7, raised: 6.5 } : { normal: 100, raised: 126 }
  const common = {
    about: `${name} otherwise`,
    analytes: [analyte],
    sources: ['adaScreening', 'adaCategories'],
  } as const
  return [
    {
      ...common,
      months: 12,
      condition: `${name} was ${raised} the last time, and no result was in the range of diabetes`,
      reason: `The last ${name} was ${raised}: usually measured once a year.`,
      applies: lastIs(analyte, within(limits.normal, limits.raised)),
    },
    {
      ...common,
      months: 36,
      condition: `${name} was below ${normal} the last time, and no result was in the range of diabetes`,
      reason: `The last ${name} was below ${normal}: usually measured every 3 years.`,
      applies: lastIs(analyte, within(0, limits.normal)),
    },
  ] satisfies UsualInterval[]
}

const diabetic =
  'HbA1c of 6.5 % (48 mmol/mol) or more, or a fasting glucose of 126 mg/dL (7.0 mmol/L) or more'
const hadDiabetic = `an ${diabetic}, was measured`
const afterDiabetic = `After an ${diabetic}:`
const controlLimit = '7 % (53 mmol/mol)'

export const usualIntervals: readonly UsualInterval[] = [
  {
    about: 'HbA1c after a result in the range of diabetes',
    analytes: ['A1C'],
    months: 3,
    condition: `${hadDiabetic} at any time, and the last HbA1c was ${controlLimit} or more`,
    reason: `The last HbA1c was ${controlLimit} or more: usually measured every 3 months.`,
    sources: ['bmjMonitoring', 'bmjCriteria'],
    applies: (results) => everDiabetic(results) && results.all('A1C').slice(0, 1).some(atLeast(7)),
  },
  {
    about: 'HbA1c after a result in the range of diabetes',
    analytes: ['A1C'],
    months: 6,
    condition: `${hadDiabetic} at any time, and the last HbA1c was below ${controlLimit}`,
    reason: `${afterDiabetic} usually measured twice a year while it is below ${controlLimit}.`,
    sources: ['bmjMonitoring', 'bmjCriteria'],
    applies: (results) => everDiabetic(results) && results.all('A1C').slice(0, 1).some(within(0, 7)),
  },
  {
    about: 'urine albumin',
    analytes: ['UACR'],
    months: 12,
    condition: `${hadDiabetic} at any time`,
    reason: `${afterDiabetic} usually measured once a year.`,
    sources: ['kdoqi', 'ihs', 'bmjCriteria'],
    applies: everDiabetic,
  },
  {
    about: 'creatinine',
    analytes: ['CREA', 'EGFR'],
    months: 12,
    condition: `${hadDiabetic} at any time`,
    reason: `${afterDiabetic} usually measured once a year.`,
    sources: ['kdoqi', 'ihs', 'bmjCriteria'],
    applies: everDiabetic,
  },
  ...screening('A1C', 'HbA1c', ['5.7 to 6.4 % (39 to 47 mmol/mol)', '5.7 % (39 mmol/mol)']),
  ...screening('FBS', 'fasting glucose', ['100 to 125 mg/dL (5.6 to 6.9 mmol/L)', '100 mg/dL (5.6 mmol/L)']),
  {
    about: 'lipids',
    analytes: ['CHOL', 'HDL', 'LDL'],
    months: 60,
    condition:
      'all three were in their intervals the last time, and no result was in the range of diabetes; from 20 years of age',
    reason: 'The last results were in their intervals: usually measured every 5 years.',
    sources: ['atp3'],
    ageFrom: yearsOld(20),
    applies: (results) =>
      !everDiabetic(results) &&
      (['CHOL', 'HDL', 'LDL'] as const).every((analyte) => isNormal(analyte, results)),
  },
  {
    about: 'thyroid',
    analytes: ['TSH'],
    months: 3,
    condition: 'the last TSH was above its interval',
    reason: 'The last TSH was above its interval: usually measured again after 3 months.',
    sources: ['bnssg'],
    applies: ({ last }) => ['high', 'critical-high'].includes(last('TSH')?.flag ?? ''),
  },
  {
    about: 'thyroid',
    analytes: ['TSH'],
    months: 12,
    condition: 'an earlier TSH was out of its interval, and the last one was in it',
    reason: 'An earlier TSH was out of its interval, and the last one in it: usually measured once a year.',
    sources: ['cornwall', 'bnssg'],
    applies: (results) =>
      isNormal('TSH', results) && results.all('TSH').some(({ flag }) => flag !== null && flag !== 'normal'),
  },
]
