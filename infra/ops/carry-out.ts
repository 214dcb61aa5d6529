import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { formatNumber } from '@jaanch/operations/format'
import { type RunRequest, requestRun } from '@jaanch/operations/request-run'
import { StoppedError } from '@jaanch/projector/feed/feed'
import { RebuildRefused, type Rebuilt } from '@jaanch/projector/generations/rebuild'
import { readClaimed } from '@jaanch/projector/runs/claim-run'
import { executeRun } from '@jaanch/projector/runs/execute-run'
import { RunLost, RunStopped } from '@jaanch/projector/runs/run-control'
import type pg from 'pg'
import { Problem } from '../local/problem.ts'
import { operator } from './commands/resolution.ts'
import { InterruptedProblem } from './exit-codes.ts'
import { showProgress } from './terminal/progress.ts'
import { interruptSignal } from './terminal/terminal.ts'

type Options = {
  url: string
  pool: pg.Pool
  request: Omit<RunRequest, 'requestedBy'>
  quiet?: boolean
}

/** Records a replay or verify, carries it out in this process and shows the progress. @throws Problem, AppError operation-refused */
export async function carryOut({ url, pool, request, quiet = false }: Options): Promise<Rebuilt> {
  const signal = interruptSignal()
  const [token, requestedBy] = [randomUUID(), `operator:${operator().slice(0, 64)}`]
  await requestRun(pool, { ...request, requestedBy }, { token, executedBy: `terminal on ${hostname()}` })
  const run = await readClaimed(pool, token)
  if (!run) throw new Problem('It was stopped before it began.')
  const progress = quiet ? undefined : showProgress('events')
  const print = (line: string) => quiet || console.error(line)
  try {
    return await executeRun({
      url,
      run,
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
    if (error instanceof RebuildRefused || error instanceof RunStopped || error instanceof RunLost)
      throw new Problem(error.message)
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
