/**
 * The delta check: a result that is far from the person's last one at the same laboratory asks for a second look before it is released.
 * It finds mixed-up samples and typing errors; a change can be true all the same, so the lab decides.
 *
 * - MCV: no relation between the change and the time between the samples was found, so a year is compared.
 * - Glucose: the central 99 % of the changes of outpatients within thirty days.
 * - HbA1c: recommended for results up to sixty days apart, and wider ones up to 120. The study has two pairs; the one for hospitals is used,
 *   which is the narrower one (outpatients: −4.2 and +2.1, −5.0 and +2.5): a second look at a few more results costs little.
 * - Haemoglobin and platelets: reference change values of the healthy, with 99.99 %, because 95 % would ask about one pair in twenty; of a month,
 *   because treatment and disease change both within months.
 * - Blood groups do not change: every other text is asked about, however old the earlier one is.
 * - The others: reference change values of people with a kidney transplant who were stable, sampled over a year: they vary more than the
 *   healthy, so less is asked. Such values alone ask too often (12 to 41 % of all pairs);
 *   leaving out pairs that are both within the reference interval reduces this to 0.4 to 11 %.
 */
import { type Analyte, analyteOf } from '@jaanch/catalogue/parameters/analytes'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { sameWord } from '@jaanch/catalogue/parameters/reading'
import { type MeasuredAs, measuredAs, toTableUnit } from '@jaanch/catalogue/parameters/units'
import { biologicalVariation } from './biological-variation.ts'

export const deltaSources = {
  goruroglu: [
    'Goruroglu Ozturk et al., Biological variations of some analytes in renal posttransplant patients, J Clin Lab Anal 2013;27:438',
    'https://pmc.ncbi.nlm.nih.gov/articles/PMC6807446',
  ],
  hong: [
    'Hong et al., Application and optimization of reference change values for delta checks, J Clin Lab Anal 2020',
    'https://pmc.ncbi.nlm.nih.gov/articles/PMC7755783',
  ],
  huang: [
    'Huang et al., Comparison of biological variation and patient data for selecting delta check limits, Clin Lab 2020',
    'https://clin-lab-publications.com/article/3477',
  ],
  kim: [
    'Usefulness of biological variation in the establishment of delta check limits, 2016',
    'https://www.readbyqxmd.com/read/27524506/usefulness-of-biological-variation-in-the-establishment-of-delta-check-limits',
  ],
  tran: [
    'Tran et al., Application of 3-D delta check graphs to HbA1c quality control and HbA1c utilization, Am J Clin Pathol 2008;130:292, https://doi.org/10.1309/VM6FVF6GGCYYJ9BV',
    'https://www.mendeley.com/catalogue/6289fa70-ee70-36bf-99a1-df56a8e3029a/',
  ],
  bloodCount: [
    'Within-subject biological variation of hematological quantities and analytical goals, Arch Pathol Lab Med 1992;116:825',
    'https://pubmed.ncbi.nlm.nih.gov/1497462/',
  ],
  ohara: [
    'Ohara et al., Revisited univariate delta check method for hematologic laboratories (I), Rinsho Byori 2002;50:1072',
    'https://pubmed.ncbi.nlm.nih.gov/12491605/',
  ],
} as const satisfies Record<string, readonly [title: string, url: string]>
type DeltaSource = keyof typeof deltaSources

const dayMs = 86_400_000

/** Results older than this are not compared, days. */
export const deltaDays = 365

/** @property up, down the largest usual rise and fall: in the unit of `analytes.ts`, or percent of the earlier result */
export type DeltaLimit = {
  analyte: Analyte
  kind: 'absolute' | 'percent'
  up: number
  down: number
  withinDays: number
  /** Only if one of both results is outside its reference interval */
  outsideOnly: boolean
  sources: readonly DeltaSource[]
}

/** Percent, from Goruroglu Ozturk et al. */
const referenceChangeValues = {
  CREA: 14.5,
  UREA: 16.5,
  URIC: 13.7,
  ALB: 12.57,
  TP: 8.26,
  NA: 3.25,
  K: 12.81,
  CA: 5.88,
  PHOS: 21.57,
} satisfies Partial<Record<Analyte, number>>

/** Two-sided, 99.99 %: of ten thousand pairs of a healthy person's results, one is further apart */
const z = 3.891

/** 2^½ × z × (CVa² + CVi²)^½. @returns %, to one decimal @throws if no variation is known */
function changeOfTheHealthy(analyte: Analyte): number {
  const variation = biologicalVariation.get(analyte)
  if (!variation) throw new Error(`No variation of ${analyte}`)
  return Math.round(Math.SQRT2 * z * Math.hypot(variation.cva, variation.cvi) * 10) / 10
}

type Known = Pick<Parameter, 'loinc' | 'name' | 'ucum'>

/** Whether an earlier result is compared however old it is: the texts of ABO and Rh (D) stay the same for life. */
export function isLifelong(parameter: Known): boolean {
  const analyte = analyteOf(parameter)
  return analyte === 'ABO' || analyte === 'RH'
}

/** If an analyte has several limits, the first one holds whose time is long enough. */
export const deltaLimits: readonly DeltaLimit[] = [
  {
    analyte: 'MCV',
    kind: 'absolute',
    up: 4,
    down: 4,
    withinDays: deltaDays,
    outsideOnly: false,
    sources: ['ohara'],
  },
  ...(['HGB', 'PLT'] as const).map((analyte): DeltaLimit => {
    const percent = changeOfTheHealthy(analyte)
    return {
      analyte,
      kind: 'percent',
      up: percent,
      down: percent,
      withinDays: 30,
      outsideOnly: true,
      sources: ['bloodCount'],
    }
  }),
  ...(['FBS', 'RBS'] as const).map((analyte): DeltaLimit => {
    return {
      analyte,
      kind: 'percent',
      up: 89.96,
      down: 56.86,
      withinDays: 30,
      outsideOnly: false,
      sources: ['huang'],
    }
  }),
  ...[
    { up: 1.8, down: 3.5, withinDays: 60 },
    { up: 2, down: 4, withinDays: 120 },
  ].map((limit): DeltaLimit => {
    return { analyte: 'A1C', kind: 'absolute', ...limit, outsideOnly: false, sources: ['tran'] }
  }),
  ...(Object.entries(referenceChangeValues) as [Analyte, number][]).map(([analyte, percent]): DeltaLimit => {
    return {
      analyte,
      kind: 'percent',
      up: percent,
      down: percent,
      withinDays: deltaDays,
      outsideOnly: true,
      sources: ['goruroglu', 'hong', 'kim'],
    }
  }),
]

/**
 * A result with the day of its collection, IST. `from` and `to` differ for an inexact one, as in `Reading`; null: an open bound, or both of a
 * text. Only texts that stay the same for life are compared.
 */
export type ComparedResult = {
  text: string
  from: number | null
  to: number | null
  flag: string | null
  on: string
}

export function hasDeltaLimit(parameter: Known): boolean {
  const analyte = measuredAs(parameter)?.analyte
  return isLifelong(parameter) || deltaLimits.some((limit) => limit.analyte === analyte)
}

/** Whether a result is so far from the earlier one that it needs a second look. The nearest value of an inexact one counts: 5 of `<5` after 168. */
export function isFarFrom(parameter: Known, earlier: ComparedResult, present: ComparedResult): boolean {
  if (isLifelong(parameter)) return !sameWord(earlier.text, present.text)
  const days = (Date.parse(present.on) - Date.parse(earlier.on)) / dayMs
  const measured = measuredAs(parameter)
  if (!measured) return false
  const limit = deltaLimits.find((one) => one.analyte === measured.analyte && days <= one.withinDays)
  const [before, now] = [boundsOf(measured, earlier), boundsOf(measured, present)]
  if (!limit || days < 0 || before === null || now === null) return false
  if (limit.outsideOnly && earlier.flag === 'normal' && present.flag === 'normal') return false
  return (
    changeFrom(before.high, now.low, limit.kind) > limit.up ||
    changeFrom(before.low, now.high, limit.kind) < -limit.down
  )
}

/** @returns the change in the unit of `analytes.ts` or in percent; 0 if there is none to compare with */
function changeFrom(before: number, now: number, kind: DeltaLimit['kind']): number {
  if (kind === 'percent' && before === 0) return 0
  const change = kind === 'percent' ? ((now - before) / before) * 100 : now - before
  // 86.1 − 82.1 is 4 and not 3.9999999999999858
  return Math.round(change * 1e6) / 1e6
}

function boundsOf(measured: MeasuredAs, { from, to }: ComparedResult): { low: number; high: number } | null {
  if (from === null && to === null) return null
  return {
    low: toTableUnit(measured, from ?? Number.NEGATIVE_INFINITY),
    high: toTableUnit(measured, to ?? Number.POSITIVE_INFINITY),
  }
}

/** @returns such as `Creatinine (CREA) is 1.90 mg/dL; on 3 March 2026 it was 1.10 mg/dL.` @param date of the earlier, as text */
export function deltaSentence(
  { code, name, unit }: Pick<Parameter, 'code' | 'name' | 'unit'>,
  earlier: Pick<ComparedResult, 'text'>,
  present: Pick<ComparedResult, 'text'>,
  date: string,
): string {
  const of = unit ? ` ${unit}` : ''
  return `${name} (${code}) is ${present.text}${of}; on ${date} it was ${earlier.text}${of}.`
}
