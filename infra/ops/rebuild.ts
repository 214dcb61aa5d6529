import { formatDuration, formatNumber } from '@jaanch/operations/format'
import { StoppedError } from '@jaanch/projector/feed/feed'
import {
  type RebuildOptions,
  RebuildRefused,
  type Rebuilt,
  rebuild,
} from '@jaanch/projector/generations/rebuild'
import { Problem } from '../local/problem.ts'
import { InterruptedProblem } from './exit-codes.ts'
import { formatTable } from './terminal/format.ts'
import { showProgress } from './terminal/progress.ts'
import { interruptSignal, paint } from './terminal/terminal.ts'

type Options = Pick<RebuildOptions, 'url' | 'madeFor' | 'swap'> & {
  acceptDifferences?: boolean
  quiet?: boolean
}

/** Rebuilds the read tables beside the live ones and shows the progress. @throws Problem */
export async function rebuildWithProgress({ quiet = false, ...options }: Options): Promise<Rebuilt> {
  const signal = interruptSignal()
  const progress = quiet ? undefined : showProgress('events')
  const print = (line: string) => quiet || console.error(line)
  try {
    return await rebuild({
      ...options,
      signal,
      onProgress: ({ done, total }) => progress?.update(done, total),
      // also with --json: it goes to stderr
      onFallback: (error) =>
        console.error('The streams could not be folded one by one, feeding the log in its order:', error),
      onPhase: (phase, table) => {
        if (phase !== 'filling') progress?.stop()
        if (phase === 'comparing' && !table) print('Comparing row by row …')
        if (phase === 'going live') print('Going live …')
      },
    })
  } catch (error) {
    if (signal.aborted) throw new InterruptedProblem('Interrupted: the live read tables are unchanged.')
    if (error instanceof RebuildRefused) throw new Problem(error.message)
    if (error instanceof StoppedError) {
      throw new Problem(
        `Event ${formatNumber(error.position)} (${error.type}) cannot be applied: ${error.message}\nThe live read tables are unchanged.`,
      )
    }
    throw error
  } finally {
    progress?.stop()
  }
}

/** The number of rows of each table, and the first rows that differ. */
export function describeComparison({
  tables,
  comparedWith,
  generation,
  position,
  filling,
  held,
}: Rebuilt): string {
  const rate = formatNumber(Math.round(position / (filling / 1_000)))
  const lines = [
    `Generation ${generation} was built from ${formatNumber(position)} events in ${formatDuration(filling)} (${rate} a second) and compared with generation ${comparedWith}; the projector waited ${formatDuration(held)} for it.`,
    '',
    formatTable(tables, [
      { head: 'table', value: ({ table }) => table },
      { head: 'live', value: ({ live }) => live, align: 'right' },
      { head: 'rebuilt', value: ({ rebuilt }) => rebuilt, align: 'right' },
      {
        head: 'different',
        value: ({ different }) => (different > 0 ? paint.bad(formatNumber(different)) : '0'),
        align: 'right',
      },
    ]),
  ]
  for (const { table, key, live, rebuilt } of tables.flatMap(({ examples }) => examples)) {
    lines.push('', `${paint.bold(table)} ${JSON.stringify(key)}`)
    lines.push(`  live     ${live ? JSON.stringify(live) : 'has no such row'}`)
    lines.push(`  rebuilt  ${rebuilt ? JSON.stringify(rebuilt) : 'has no such row'}`)
  }
  return lines.join('\n')
}
