import type { CatalogueInterval } from '@jaanch/catalogue/api'
import { readCatalogue } from '@jaanch/infra/local/demo/catalogue'

const introduction = `# Reference intervals

Which interval of the catalogue applies to whom. Ages are completed months or years on the day of the collection, the first included, the last
excluded. A laboratory's own interval comes before ours, then one for the method, then one for the sex; at most one applies
([the rule](../packages/catalogue/src/parameters/interval.ts)). If none applies, the result has no flag, and the report says that there is no interval for
this age. The interval that applied is stored with the result.

Each number is in the source that is named with it, which was read, and was converted where the source has another unit. Rows that are
"not active" apply to nobody until a laboratory accepts them as its own: their source is a secondary one. What the catalogue says about adults
applies from 18 on, also where a source has its last interval for children at 18 to 20. These are public figures and no clinical advice: a
laboratory decides by its own validation.

| parameter | who | interval | source |
|---|---|---|---|`

/** docs/reference-intervals.md */
export function intervalsPage(): string {
  const { parameters, intervals } = readCatalogue()
  const sources = [
    ...new Set(intervals.map(({ source }) => sourceIn(source)).filter((source) => source !== '')),
  ]
  const lines = parameters
    .filter(({ decimals }) => decimals !== null)
    .flatMap(({ code, name, unit, decimals, male, female }) => {
      const own = intervals.filter((row) => row.parameter === code).toSorted((a, b) => a.ageFrom - b.ageFrom)
      const title = unit ? `${name}, ${unit}` : name
      const written = own.map((row) => line(title, row, decimals ?? 0, sources))
      if (own.some(({ isActive }) => isActive) || (male === null && female === null)) return written
      return [`| ${title} | adults | as the catalogue says | Catalogue, adults |`, ...written]
    })
  return [
    introduction,
    ...lines,
    '\n## Sources\n',
    ...sources.map((source, n) => `${n + 1}. ${source.replace(/^(.*) \((https?:\S+)\)$/, '[$1]($2)')}`),
    '',
  ].join('\n')
}

function line(
  title: string,
  { sex, ageFrom, ageTo, low, high, source, isActive }: CatalogueInterval,
  decimals: number,
  sources: readonly string[],
): string {
  const who = [ages(ageFrom, ageTo), sex === null ? '' : sex === 'male' ? 'male' : 'female']
    .filter((part) => part !== '')
    .join(', ')
  const number = sources.indexOf(sourceIn(source)) + 1
  const named = source.startsWith('Catalogue, adults')
    ? `Catalogue, adults${number > 0 ? `; ${number}` : ''}`
    : String(number)
  return `| ${title} | ${who} | ${bounds(low, high, decimals)}${isActive ? '' : ' (not active)'} | ${named} |`
}

/** Title and address, without what the row of adults says before them; '' if it names none */
function sourceIn(source: string): string {
  return source.replace(/^Catalogue, adults(\. )?/, '')
}

function bounds(low: number | null, high: number | null, decimals: number): string {
  if (low === null) return `up to ${high?.toFixed(decimals)}`
  if (high === null) return `${low.toFixed(decimals)} or more`
  return `${low.toFixed(decimals)} to ${high.toFixed(decimals)}`
}

function ages(from: number, to: number | null): string {
  if (to === null) return `from ${age(from)}`
  return from % 12 === 0 && to % 12 === 0 ? `${from / 12} to ${to / 12} years` : `${age(from)} to ${age(to)}`
}

function age(months: number): string {
  const isYears = months % 12 === 0 && months > 0
  const [number, unit] = isYears ? [months / 12, 'year'] : [months, 'month']
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
