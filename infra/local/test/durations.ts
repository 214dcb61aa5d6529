/** The table at the end of `npm test`: which files and browser tests take the most time. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReport } from './reports.ts'

const shown = 20

/**
 * Lists the twenty most expensive files of vitest and the twenty most expensive browser tests, with the sum of each kind. Several run
 * at the same time, so a sum is more than the time that the step took.
 *
 * @param resultsDir has the reports; the table is kept there as durations.txt
 */
export function describeDurations(resultsDir: string): string {
  const kinds = [
    ['Test files', readReport(resultsDir, 'tests')],
    ['Browser tests', readReport(resultsDir, 'browser')],
  ] as const
  const lines = kinds.flatMap(([heading, report]) => {
    const durations = report?.durations ?? []
    const total = durations.reduce((sum, { ms }) => sum + ms, 0)
    const longest = durations.toSorted((a, b) => b.ms - a.ms).slice(0, shown)
    return [
      `${seconds(total)}  ${heading}: all ${durations.length}`,
      ...longest.map(({ name, ms }) => `${seconds(ms)}  ${name}`),
      '',
    ]
  })
  const table = lines.join('\n')
  writeFileSync(join(resultsDir, 'durations.txt'), table)
  return table
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1).padStart(8)} s`
