/**
 * Results beyond which somebody is called at once. Adults have the limits `criticalLow` and `criticalHigh` of the parameter. Children have
 * its `criticalAges` where a list names some; elsewhere, they have those of adults: an unnecessary call does no harm. The sources below are
 * those of the starter catalogue; docs/critical-values.md is made from both.
 *
 * A limit is reached at the limit itself: lists that say `<` or `>` become `≤` and `≥`.
 */

import { adultMonths, type Who } from './interval.ts'
import type { Parameter } from './parameter.ts'
import { sameWord } from './reading.ts'
import type { CriticalBand, OwnCriticalLimit } from './rules.ts'

/** Title and address of what was read */
export const criticalSources = {
  citilab: ['Citilab, Panic Values', 'https://citilab.org.pk/panic-values'],
  hawkesBay: [
    'Hawke’s Bay laboratory manual, Biochemistry Critical Ranges, hospital patients',
    'https://hawkesbaylabmanual.co.nz/wiki/index.php?mobileaction=toggle_view_mobile&title=Special%3AMobileDiff%2F858',
  ],
  iowa: [
    'University of Iowa, Department of Pathology, Malaria Testing Changes, 2011',
    'https://www.healthcare.uiowa.edu/path_handbook/lab_bulletins/archived/l2011/malaria_testing.html',
  ],
  mayo: [
    'Mayo Clinic, DLMP Critical Values / Critical Results List, 2015',
    'http://studylib.net/doc/18315325/critical-values-critical-results-list',
  ],
  rmh: [
    'Royal Melbourne Hospital, Critical results notification',
    'https://www.thermh.org.au/health-professionals/clinical-services/pathology/critical-results-notification',
  ],
  rush: [
    'Rush Medical Laboratories, Clinical Microbiology Critical Values, 2007',
    'https://rml.rush.edu/Pages/RMLClinicalMicroCV.aspx',
  ],
  starling: [
    'Starling Physicians, Laboratory Critical Results',
    'https://www.starlingphysicians.com/starling-labs-shares-updated-values/',
  ],
  swlp: [
    'South West London Pathology (NHS), Grossly abnormal results',
    'https://www.swlpath.nhs.uk/gp/results/grossly-abnormal-results/',
  ],
  wakemed: ['WakeMed, Critical Values', 'http://www.wakemed.org/body.cfm?id=165'],
} as const satisfies Record<string, readonly [title: string, url: string]>
export type CriticalSource = keyof typeof criticalSources

/**
 * The sources that have the catalogue's limits of adults too, bound by bound. A limit that is missing here was in the catalogue before, and no list
 * with it was found: it stays, because without it nobody would be called.
 */
export const adultSources: Readonly<
  Record<string, { low?: readonly CriticalSource[]; high?: readonly CriticalSource[] }>
> = {
  HGB: { low: ['rmh'], high: ['rmh', 'mayo'] },
  HCT: { low: ['starling'], high: ['starling'] },
  ANC: { low: ['mayo'] },
  PLT: { low: ['starling'], high: ['starling', 'mayo', 'rmh'] },
  FBS: { low: ['wakemed', 'starling'], high: ['wakemed'] },
  PPBS: { low: ['wakemed', 'starling'], high: ['citilab'] },
  RBS: { low: ['wakemed', 'starling'], high: ['citilab'] },
  TBIL: { high: ['wakemed', 'citilab'] },
  BUN: { high: ['starling'] },
  // the same amount: 100 mg/dL of its nitrogen
  UREA: { high: ['starling'] },
  NA: { low: ['wakemed', 'swlp'], high: ['wakemed', 'swlp', 'citilab'] },
  K: { low: ['hawkesBay'], high: ['hawkesBay'] },
  CL: { low: ['citilab'], high: ['citilab'] },
  CA: { low: ['wakemed', 'citilab'], high: ['starling', 'citilab'] },
  PHOS: { low: ['wakemed'] },
  MG: { low: ['wakemed', 'citilab'] },
  PT: { high: ['wakemed'] },
  INR: { high: ['mayo', 'wakemed', 'citilab'] },
  APTT: { high: ['citilab'] },
  FIB: { low: ['citilab'] },
}

/** The sources of the critical texts of the starter catalogue, by parameter. */
export const textSources: Readonly<Record<string, readonly CriticalSource[]>> = {
  MPAG: ['iowa', 'wakemed'],
  BCUL: ['rush', 'wakemed'],
}

type WithLimits = Pick<Parameter, 'code' | 'criticalLow' | 'criticalHigh' | 'criticalAges'>

export type CriticalLimits = { low: number | null; high: number | null }

/**
 * The critical limits of a person in the parameter's unit; null: none. Of the catalogue's and the laboratory's own, those that are reached
 * first count.
 * @param ageMonths completed months; `adult`: those of adults; null: nothing is known, the limits that are reached first at any age
 * @param own rows of the laboratory that are valid on the day of the collection; those of other parameters are ignored
 */
export function criticalLimitsOf(
  parameter: WithLimits,
  ageMonths: Who['ageMonths'],
  own: readonly OwnCriticalLimit[] = [],
): CriticalLimits {
  return reachedFirst([
    ofCatalogue(parameter, ageMonths),
    ...own.filter((row) => row.code === parameter.code && mayBeOf(row, ageMonths)),
  ])
}

function ofCatalogue(
  { criticalLow, criticalHigh, criticalAges }: WithLimits,
  ageMonths: Who['ageMonths'],
): CriticalLimits {
  const adults = { low: criticalLow, high: criticalHigh }
  if (ageMonths === 'adult' || criticalAges.length === 0) return adults
  if (ageMonths === null) return reachedFirst([adults, ...criticalAges])
  const own = criticalAges.filter(({ ageFrom, ageTo }) => ageFrom <= ageMonths && ageMonths < ageTo)
  return {
    low: own.find(({ low }) => low !== null)?.low ?? criticalLow,
    high: own.find(({ high }) => high !== null)?.high ?? criticalHigh,
  }
}

/** For adults of unknown age all rows count that include some adults: an unnecessary call does no harm. */
function mayBeOf({ ageFrom, ageTo }: OwnCriticalLimit, ageMonths: Who['ageMonths']): boolean {
  if (ageMonths === null) return true
  if (ageMonths === 'adult') return ageTo === null || ageTo > adultMonths
  return ageFrom <= ageMonths && (ageTo === null || ageMonths < ageTo)
}

/**
 * The critical limits of a parameter in the catalogue at each age, the youngest first.
 * @returns bands that differ from the ones beside them and have a limit
 */
export function criticalBands(parameter: WithLimits): CriticalBand[] {
  const ages = parameter.criticalAges.flatMap(({ ageFrom, ageTo }) => [ageFrom, ageTo])
  const begins = [...new Set([0, ...ages])].toSorted((a, b) => a - b)
  const bands: CriticalBand[] = []
  for (const ageFrom of begins) {
    const limits = ofCatalogue(parameter, ageFrom)
    const before = bands.at(-1)
    if (before && before.low === limits.low && before.high === limits.high) continue
    if (before) before.ageTo = ageFrom
    bands.push({ ageFrom, ageTo: null, ...limits })
  }
  return bands.filter(({ low, high }) => low !== null || high !== null)
}

function reachedFirst(all: readonly Partial<CriticalLimits>[]): CriticalLimits {
  return {
    low: first(
      Math.max,
      all.map(({ low }) => low),
    ),
    high: first(
      Math.min,
      all.map(({ high }) => high),
    ),
  }
}

function first(
  pick: (...values: number[]) => number,
  limits: readonly (number | null | undefined)[],
): number | null {
  const known = limits.filter((limit): limit is number => typeof limit === 'number')
  return known.length > 0 ? pick(...known) : null
}

/** @param text as it is stored, in the spelling of the parameter */
export function isCriticalText({ criticalTexts }: Pick<Parameter, 'criticalTexts'>, text: string): boolean {
  return criticalTexts.some((critical) => sameWord(critical, text))
}
