import {
  containerDefaults,
  type Limits,
  stabilityRows,
  stabilitySources,
  unknownContainer,
} from '@jaanch/collection/custody/stability-table'
import { readCatalogue } from '@jaanch/infra/local/demo/catalogue'

const introduction = `# How long specimens last

From the draw until the laboratory has separated serum or plasma from the cells, or has the specimen where nothing is separated. The strictest
test of a tube counts: its time, and the narrowest temperatures. These are public figures for specimens that were not separated, and no
clinical advice: a laboratory decides by its own validation whether it accepts a tube. A booking keeps the times that it was planned with.

Where sources differ, the shorter time counts, but a guideline or a review of many studies more than a single study. Room temperature without
numbers, also of a study at 21 °C, is 15 to 25 °C; where a source allows refrigeration, from 2 °C. "(default)" is the time of the container:
no source was found that gives the test more. What is calculated from other results needs no specimen.

| container | parameters | hours | °C | sources |
|---|---|---|---|---|`

const sourceIds = Object.keys(stabilitySources)

/** docs/stability.md */
export function stabilityPage(): string {
  const names = new Map(readCatalogue().parameters.map(({ code, name }) => [code, name]))
  return [
    introduction,
    ...stabilityRows.map((row) =>
      line(
        row.container,
        row.analytes.map((analyte) => names.get(analyte) ?? analyte).join('; '),
        row,
        row.isDefault,
      ),
    ),
    ...Object.entries(containerDefaults).map(([container, limits]) =>
      line(container, 'all others', limits, true),
    ),
    line('not known', 'all', unknownContainer, true),
    '\n## Sources\n',
    ...Object.values(stabilitySources).map(([title, url], n) => `${n + 1}. [${title}](${url})`),
    '',
  ].join('\n')
}

function line(container: string, parameters: string, limits: Limits, isDefault: boolean): string {
  const { hours, minC, maxC, sources } = limits
  const name = container === 'edta' ? 'EDTA' : container
  const time = isDefault ? `${hours} (default)` : hours
  const temperature = minC === null || maxC === null ? '' : `${minC} to ${maxC}`
  const numbers = sources.map((id) => sourceIds.indexOf(id) + 1).join(', ')
  return `| ${name} | ${parameters} | ${time} | ${temperature} | ${numbers} |`
}
