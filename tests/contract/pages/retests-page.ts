import { readCatalogue } from '@jaanch/infra/local/demo/catalogue'
import { minimumIntervals, retestSources, usualIntervals } from '@jaanch/report/retests/retest-table'

const introduction = `# When a test is worth repeating

What the booking wizard and the lists of due tests say is made from these two tables. They are public figures for adults, and no clinical
advice; a doctor's word counts before them. Nothing is said about children, about people whose age is not known, or about a parameter that
has no row.

## Too soon

Before the minimum interval is over, a repetition tells nothing new. Where sources differ, the shorter interval counts. A test is too soon
only while each parameter that it measures is inside its interval; what is calculated from others does not count. The notice in the wizard
never prevents a booking.

| parameters | days | sources |
|---|---|---|`

const usual = `
## Due

The first row about a thing that applies counts. What was never measured is never due, and what is due is never too soon. Results are
compared with the limits of HbA1c in % and of glucose in mg/dL, after a conversion from other units; the other intervals are those that
were stored with the results.

| about | parameters | if | every | sources |
|---|---|---|---|---|`

const sourceIds = Object.keys(retestSources)
const numbers = (sources: readonly string[]) => sources.map((id) => sourceIds.indexOf(id) + 1).join(', ')
const every = (months: number) =>
  (months % 12 === 0 ? `${months / 12} years` : `${months} months`).replace(/^1 years$/, '1 year')

/** docs/retests.md */
export function retestsPage(): string {
  const names = new Map(readCatalogue().parameters.map(({ code, name }) => [code, name]))
  const named = (analytes: readonly string[]) =>
    analytes.map((analyte) => names.get(analyte) ?? analyte).join('; ')
  return [
    introduction,
    ...minimumIntervals.map(
      ({ analytes, days, sources }) => `| ${named(analytes)} | ${days} | ${numbers(sources)} |`,
    ),
    usual,
    ...usualIntervals.map(
      ({ about, analytes, condition, months, sources }) =>
        `| ${about} | ${named(analytes)} | ${condition} | ${every(months)} | ${numbers(sources)} |`,
    ),
    '\n## Sources\n',
    ...Object.values(retestSources).map(([title, url], n) => `${n + 1}. [${title}](${url})`),
    '',
  ].join('\n')
}
