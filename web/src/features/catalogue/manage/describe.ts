import { rupeesText } from '@/lib/format/numbers'
import type { CatalogueItem, CatalogueParameter } from './calls'
import { list as texts } from './texts'

export type Tab = 'tests' | 'packages' | 'parameters'
export const tabs: readonly Tab[] = ['tests', 'packages', 'parameters']

/** @param paise null: there is no price yet */
export function priceText(paise: number | null): string {
  return paise === null ? texts.noPrice : rupeesText(paise / 100)
}

export function specimenText({
  specimen,
  container,
}: {
  specimen: string
  container: string | null
}): string {
  return container === null ? specimen : `${specimen} in ${container}`
}

export function specimensText({ specimens }: Pick<CatalogueItem, 'specimens'>): string {
  return specimens === null ? texts.asTests : specimens.map(specimenText).join(', ')
}

export function fastingText({ fasting }: Pick<CatalogueItem, 'fasting'>): string {
  if (fasting === null) return texts.asTests
  if (fasting === 'yes') return texts.fastingRequired
  return fasting === 0 ? texts.noFasting : texts.hours(fasting)
}

/** Whether a test measures nothing of the catalogue: labs report it as a PDF. */
export function isPdfOnly({ kind, parameters }: Pick<CatalogueItem, 'kind' | 'parameters'>): boolean {
  return kind === 'test' && parameters.length === 0
}

type Limits = { low: number | null; high: number | null } | null

/** @returns such as `12–15`, `≤ 5`, `≥ 60`; '' without limits */
export function limitsText(limits: Limits, decimals: number | null): string {
  const [low, high] = [limits?.low, limits?.high].map((limit) => limit?.toFixed(placesOf(limit, decimals)))
  if (low === undefined) return high === undefined ? '' : `≤ ${high}`
  return high === undefined ? `≥ ${low}` : `${low}–${high}`
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
  return [men && texts.men(men), women && texts.women(women)].filter(Boolean).join(', ')
}

export function criticalText({
  criticalLow,
  criticalHigh,
  criticalTexts,
  decimals,
}: CatalogueParameter): string {
  if (criticalTexts.length > 0) return criticalTexts.join(', ')
  const [low, high] = [criticalLow, criticalHigh].map((limit) => limit?.toFixed(placesOf(limit, decimals)))
  return [low && `≤ ${low}`, high && `≥ ${high}`].filter(Boolean).join(', ')
}

export function takesAnyText({ options }: Pick<CatalogueParameter, 'options'>): boolean {
  return options?.length === 1 && options[0] === 'text'
}

/** The unit of a number, the options of a choice */
export function resultsText({ unit, options, ...one }: CatalogueParameter): string {
  if (options === null) return unit || texts.noUnit
  return takesAnyText({ options, ...one }) ? texts.anyText : options.join(', ')
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
