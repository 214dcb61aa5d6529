import { randomUUID } from 'node:crypto'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import { formatDuration, formatNumber } from '@jaanch/operations/format'
import { type RunRequest, requestRun } from '@jaanch/operations/runs/request-run'
import { StoppedError } from '@jaanch/projector/feed/feed'
import { RebuildRefused, type Rebuilt } from '@jaanch/projector/generations/rebuild'
import { executeRun, RunStopped } from '@jaanch/projector/runs/execute-run'
import { Problem } from '../local/problem.ts'
import { InterruptedProblem } from './exit-codes.ts'
import { operatorActor } from './record-command.ts'
import type { Stack } from './stack.ts'
import { formatTable, interruptSignal, paint, showProgress } from './terminal/terminal.ts'

/**
 * Records a run, carries it out in this process and shows the progress.
 * @throws Problem, AppError operation-refused
 */
export async function carryOutRun(
  { databaseUrl: url, pool }: Stack,
  request: Omit<RunRequest, 'requestedBy' | 'version'>,
  { quiet }: { quiet: boolean },
): Promise<Rebuilt & { run: number }> {
  const signal = interruptSignal()
  const token = randomUUID()
  const run = await requestRun(
    pool,
    { ...request, requestedBy: operatorActor(), version: modelVersion },
    token,
  )
  const showEvents = quiet ? undefined : showProgress('events')
  try {
    const rebuilt = await executeRun({
      url,
      run: {
        kind: request.kind,
        code: request.code ?? null,
        acceptsDifferences: Boolean(request.accepts),
        token,
      },
      signal,
      onProgress: ({ done, total }) => showEvents?.(done, total),
      // also with --json: it goes to stderr
      onFallback: (error) =>
        console.error('The streams could not be folded one by one, feeding the log in its order:', error),
      onPhase: (phase, table) => {
        if (phase === 'comparing' && !table && !quiet) console.error('Comparing row by row …')
      },
    })
    return { ...rebuilt, run }
  } catch (error) {
    if (signal.aborted) throw new InterruptedProblem('Interrupted: the live read tables are unchanged.')
    if (error instanceof RebuildRefused || error instanceof RunStopped) throw new Problem(error.message)
    if (error instanceof StoppedError) {
      throw new Problem(
        `Event ${formatNumber(error.position)} (${error.type}) cannot be applied: ${error.message}\nThe live read tables are unchanged.`,
      )
    }
    throw error
  }
}

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
