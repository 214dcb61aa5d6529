import {
  adultSources,
  type CriticalSource,
  criticalSources,
  textSources,
} from '@jaanch/catalogue/parameters/critical-limits'
import { adultMonths } from '@jaanch/catalogue/parameters/interval'
import { readCatalogue } from '@jaanch/infra/local/demo/catalogue'
import { attemptsBeforeEnding, attemptsOverMs } from '@jaanch/report/critical/rules'
import { deltaLimits, deltaSources } from '@jaanch/report/delta/delta'
import { plausibleRanges, plausibleSources } from '@jaanch/report/intervals/plausible'

const introduction = `# Critical values

A result at or beyond its critical limit is called about at once: the lab's person records that the customer or a doctor was reached and
repeated the values. After ${attemptsBeforeEnding} attempts that reached nobody, over ${attemptsOverMs / 3_600_000} hours or more, the lab
can end the call as not reached, and notes what was done instead. While a call is open, the account cannot be deleted. These are public
figures and no clinical advice: a laboratory decides by its own list, and adds its own limits at \`/lab/intervals\`, by age and date. They can be
stricter than these, not looser: the limit that is reached first counts.

## Adults

From the eighteenth birthday on, and children where no list below names a limit: an unnecessary call does no harm. Without a date of birth, a
person who is an adult by the relationship has these; of others the limit counts that is reached first at any age. "(catalogue)": it was in the
catalogue before, and no list with it was found.

| parameter | low | source | high | source | unit |
|---|---|---|---|---|---|`

const childHeading = `
## Children

Ages in completed months or years, the first included, the last excluded. The other bound is that of adults. A list that says "<" or ">" counts
as "≤" or "≥".

| parameter | age | low | high | unit | source |
|---|---|---|---|---|---|`

const textHeading = `
## Texts

The flag of these results stays "Abnormal"; they are called about.

| parameter | result | sources |
|---|---|---|`

const deltaHeading = `
# The delta check

A result that is further than this from the person's last one at the same laboratory is not taken until somebody of the laboratory says that
they looked again. "Outside": only if one of both results is outside its reference interval. Of a bound its nearest value counts: 5 of "<5". A
blood group (ABO, Rh D) that differs from the last one is always asked about, however old that is.

| parameter | rise | fall | within | compared | sources |
|---|---|---|---|---|---|`

const plausibleHeading = `
# Results that are not compatible with life

Outside these ranges a result is asked about before anybody is called: usually its unit is another one, or a digit is wrong.

| parameter | less than | more than | unit | source |
|---|---|---|---|---|`

const sources = { ...criticalSources, ...deltaSources, ...plausibleSources }
const numberOf = (id: string) => Object.keys(sources).indexOf(id) + 1

/** docs/critical-values.md */
export function criticalPage(): string {
  const { parameters } = readCatalogue()
  const names = new Map(parameters.map(({ code, name }) => [code, name]))
  const units = new Map(parameters.map(({ code, unit }) => [code, unit ?? '']))
  const nameOf = (code: string) => names.get(code) ?? code
  return [
    introduction,
    ...parameters
      .filter(({ criticalLow, criticalHigh }) => criticalLow !== null || criticalHigh !== null)
      .map(({ code, name, criticalLow, criticalHigh, unit }) =>
        row(
          name,
          low(criticalLow),
          sourcesOf(criticalLow, adultSources[code]?.low),
          high(criticalHigh),
          sourcesOf(criticalHigh, adultSources[code]?.high),
          unit ?? '',
        ),
      ),
    childHeading,
    ...parameters.flatMap(({ name, unit, criticalAges }) =>
      criticalAges.map((limit) =>
        row(
          name,
          ageText(limit.ageFrom, limit.ageTo),
          low(limit.low),
          high(limit.high),
          unit ?? '',
          String(Object.values(criticalSources).findIndex(([title]) => limit.source.startsWith(title)) + 1),
        ),
      ),
    ),
    textHeading,
    ...parameters.flatMap(({ code, name, criticalTexts }) =>
      criticalTexts.map((text) => row(name, text, (textSources[code] ?? []).map(numberOf).join(', '))),
    ),
    deltaHeading,
    ...deltaLimits.map(({ analyte, kind, up, down, withinDays, outsideOnly, sources: of }) => {
      const own = units.get(analyte) ?? ''
      const unit = kind === 'percent' ? '%' : own === '%' ? 'percentage points' : own
      return row(
        nameOf(analyte),
        `${up} ${unit}`,
        `${down} ${unit}`,
        `${withinDays} days`,
        outsideOnly ? 'outside' : 'always',
        of.map(numberOf).join(', '),
      )
    }),
    plausibleHeading,
    ...plausibleRanges.map(({ analyte, low: least, high: most, source }) =>
      row(
        nameOf(analyte),
        `${least ?? ''}`,
        `${most ?? ''}`,
        units.get(analyte) ?? '',
        String(numberOf(source)),
      ),
    ),
    '\n## Sources\n',
    ...Object.values(sources).map(([title, url], n) => `${n + 1}. [${title}](${url})`),
    '',
  ].join('\n')
}

function sourcesOf(limit: number | null, of: readonly CriticalSource[] | undefined): string {
  return limit === null ? '' : (of?.map(numberOf).join(', ') ?? '(catalogue)')
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const low = (limit: number | null | undefined) => (limit === null || limit === undefined ? '' : `≤ ${limit}`)
const high = (limit: number | null | undefined) => (limit === null || limit === undefined ? '' : `≥ ${limit}`)

function ageText(from: number, to: number): string {
  if (to === 1) return 'first month'
  const text = (months: number) => (months % 12 === 0 ? `${months / 12} years` : `${months} months`)
  return `${from === 0 ? 'birth' : text(from)} to ${to === adultMonths ? '18 years' : text(to)}`
}
