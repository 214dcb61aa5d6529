/**
 * Results that no living person is expected to have: usually the unit is another one (130 g/dL of haemoglobin for 130 g/L) or a digit is wrong.
 * The laboratory is asked about them before anybody is called. A parameter for which no source names a range has no row.
 */
import type { Analyte } from '@jaanch/catalogue/parameters/analytes'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import type { Reading } from '@jaanch/catalogue/parameters/reading'
import { fromTableUnit, measuredAs, toTableUnit } from '@jaanch/catalogue/parameters/units'

/** Title and address of what was read */
export const plausibleSources = {
  mimic: [
    'Harutyunyan et al., Multitask learning and benchmarking with clinical time series data, Sci Data 2019;6:96: ranges of valid values',
    'https://github.com/YerevaNN/mimic3-benchmarks/blob/5df858a7859a0e0143544b84413ceeb867073976/resources/variable_ranges.csv',
  ],
} as const satisfies Record<string, readonly [title: string, url: string]>
type PlausibleSource = keyof typeof plausibleSources

/** The range of possible results in the unit of `analytes.ts`, both ends included; a missing end is open. */
export type PlausibleRange = { analyte: Analyte; low?: number; high?: number; source: PlausibleSource }

/** 60.056 g of urea have 28.014 g of nitrogen */
const ureaOfNitrogen = 60.056 / 28.014

/**
 * The ranges of the source, without the lower ends that healthy people reach (enzymes, bilirubin, prothrombin time), the upper ends that are those of
 * instruments (clotting times), and that of cholesterol, which inherited diseases exceed.
 */
export const plausibleRanges: readonly PlausibleRange[] = [
  { analyte: 'HGB', high: 25, source: 'mimic' },
  { analyte: 'HCT', high: 75, source: 'mimic' },
  { analyte: 'WBC', high: 1_000, source: 'mimic' },
  { analyte: 'PLT', high: 2_000, source: 'mimic' },
  ...(['FBS', 'PPBS', 'RBS'] as const).map((analyte): PlausibleRange => {
    return { analyte, low: 33, high: 2_000, source: 'mimic' }
  }),
  { analyte: 'CHOL', low: 32, source: 'mimic' },
  { analyte: 'TBIL', high: 60, source: 'mimic' },
  { analyte: 'AST', high: 20_000, source: 'mimic' },
  { analyte: 'ALT', high: 10_000, source: 'mimic' },
  { analyte: 'ALP', high: 3_625, source: 'mimic' },
  { analyte: 'LDH', high: 33_000, source: 'mimic' },
  { analyte: 'ALB', low: 0.6, high: 6, source: 'mimic' },
  { analyte: 'CREA', high: 60, source: 'mimic' },
  { analyte: 'BUN', high: 250, source: 'mimic' },
  // the same amount: 250 mg/dL of its nitrogen
  { analyte: 'UREA', high: Math.round(250 * ureaOfNitrogen), source: 'mimic' },
  { analyte: 'NA', low: 50, high: 225, source: 'mimic' },
  { analyte: 'K', high: 12, source: 'mimic' },
  { analyte: 'CL', low: 50, high: 175, source: 'mimic' },
  { analyte: 'PHOS', low: 0.5, high: 20, source: 'mimic' },
  { analyte: 'MG', high: 20, source: 'mimic' },
]

/**
 * @param reading in the unit of the parameter: a number in a foreign unit has no range
 * @returns such as `Haemoglobin (HGB) is 130.0 g/dL: more than 25 g/dL is not compatible with life.`; undefined: it is possible, or nothing is
 *   known. An inexact result is possible if any number that it can mean is
 */
export function implausible(
  parameter: Pick<Parameter, 'code' | 'name' | 'unit' | 'loinc' | 'ucum'>,
  reading: Reading,
): string | undefined {
  const measured = measuredAs(parameter)
  const range = measured && plausibleRanges.find(({ analyte }) => analyte === measured.analyte)
  if (!measured || !range || reading.kind === 'word') return undefined
  const { code, name, unit } = parameter
  const { low, high } = range
  const of = unit ? ` ${unit}` : ''
  const sentence = (limit: string) =>
    `${name} (${code}) is ${reading.text}${of}: ${limit}${of} is not compatible with life.`
  if (high !== undefined && toTableUnit(measured, reading.from) > high)
    return sentence(`more than ${fromTableUnit(measured, high)}`)
  if (low !== undefined && toTableUnit(measured, reading.to) < low)
    return sentence(`less than ${fromTableUnit(measured, low)}`)
  return undefined
}
