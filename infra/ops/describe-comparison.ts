import { formatDuration, formatNumber } from '@jaanch/operations/format'
import type { Rebuilt } from '@jaanch/projector/generations/rebuild'
import { formatTable } from './terminal/format.ts'
import { paint } from './terminal/terminal.ts'

/** The number of rows of each table, and the first rows that differ. */
export function describeComparison({ tables, comparedWith, generation, position, filling }: Rebuilt): string {
  const rate = formatNumber(Math.round(position / (filling / 1_000)))
  const lines = [
    `Generation ${generation} was built from ${formatNumber(position)} events in ${formatDuration(filling)} (${rate} a second) and compared with generation ${comparedWith}.`,
    '',
    formatTable(tables.map(({ table, live, rebuilt, different }) => ({ table, live, rebuilt, different }))),
  ]
  for (const { table, key, live, rebuilt } of tables.flatMap(({ examples }) => examples)) {
    lines.push('', `${paint.bold(table)} ${JSON.stringify(key)}`)
    lines.push(`  live     ${live ? JSON.stringify(live) : 'has no such row'}`)
    lines.push(`  rebuilt  ${rebuilt ? JSON.stringify(rebuilt) : 'has no such row'}`)
  }
  return lines.join('\n')
}
