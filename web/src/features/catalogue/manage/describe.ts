import { specimenText } from '@jaanch/catalogue/catalogue'
import { takesAnyText } from '@jaanch/catalogue/parameters/parameter'
import { rupeesText } from '@/lib/format/numbers'
import type { CatalogueItem, CatalogueParameter, CatalogueView } from './calls'
import { listTexts } from './texts'

export type Tab = 'tests' | 'packages' | 'parameters'
export const tabs: readonly Tab[] = ['tests', 'packages', 'parameters']

/** The tests, packages or parameters of the catalogue. */
export function entriesOf(
  { parameters, items }: CatalogueView,
  tab: Tab,
): readonly (CatalogueItem | CatalogueParameter)[] {
  if (tab === 'parameters') return parameters
  return items.filter(({ kind }) => kind === (tab === 'tests' ? 'test' : 'package'))
}

/** @param paise null: there is no price yet */
export function priceText(paise: number | null): string {
  return paise === null ? listTexts.noPrice : rupeesText(paise / 100)
}

export function specimensText({ specimens }: Pick<CatalogueItem, 'specimens'>): string {
  return specimens === null ? listTexts.asTests : specimens.map(specimenText).join(', ')
}

export function fastingText({ fasting }: Pick<CatalogueItem, 'fasting'>): string {
  if (fasting === null) return listTexts.asTests
  if (fasting === 'yes') return listTexts.fastingRequired
  return fasting === 0 ? listTexts.noFasting : listTexts.hours(fasting)
}

/** Whether a test measures nothing of the catalogue: labs report it as a PDF. */
export function isPdfOnly({ kind, parameters }: Pick<CatalogueItem, 'kind' | 'parameters'>): boolean {
  return kind === 'test' && parameters.length === 0
}

type Limits = { low: number | null; high: number | null }

/** @returns such as `12–15`, `≤ 5`, `≥ 60`; '' without limits */
export function limitsText(limits: Limits | null, decimals: number | null): string {
  const [low, high] = [limits?.low, limits?.high].map((limit) => limit?.toFixed(placesOf(limit, decimals)))
  if (low === undefined) return high === undefined ? '' : `≤ ${high}`
  return high === undefined ? `≥ ${low}` : `${low}–${high}`
}

/** @returns what is at or beyond the limits, such as `≤ 7, ≥ 20` */
export function beyondText({ low, high }: Limits, decimals: number | null): string {
  const parts = [
    { low: null, high: low },
    { low: high, high: null },
  ].map((limits) => limitsText(limits, decimals))
  return parts.filter(Boolean).join(', ')
}

/** A limit that has more decimals than results have is shown as it is. */
function placesOf(limit: number, decimals: number | null): number {
  const own = String(limit).split('.')[1]?.length ?? 0
  return Math.min(6, Math.max(own, decimals ?? 0))
}

/** The intervals of adults; the expected result of a choice */
export function adultsText({ male, female, normal, decimals }: CatalogueParameter): string {
  if (normal !== null) return normal
  const [men, women] = [limitsText(male, decimals), limitsText(female, decimals)]
  if (men === women) return men
  return [men && listTexts.men(men), women && listTexts.women(women)].filter(Boolean).join(', ')
}

export function criticalText(parameter: CatalogueParameter): string {
  const { criticalLow, criticalHigh, criticalTexts, decimals } = parameter
  if (criticalTexts.length > 0) return criticalTexts.join(', ')
  return beyondText({ low: criticalLow, high: criticalHigh }, decimals)
}

/** The unit of a number, the options of a choice */
export function resultsText({ unit, options }: CatalogueParameter): string {
  if (options === null) return unit || listTexts.noUnit
  return takesAnyText({ options }) ? listTexts.anyText : options.join(', ')
}

/** Whether a name, code or synonym has all words that are searched for. */
export function isFound(
  { name, code, synonyms }: { name: string; code: string; synonyms: readonly string[] },
  search: string,
): boolean {
  const text = [name, code, ...synonyms].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
