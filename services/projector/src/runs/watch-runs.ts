import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import { failAbandonedRuns } from '@jaanch/operations/runs/runs'
import type { Log } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { runLoop } from '@jaanch/platform/run-loop'
import { childEnvironment } from '@jaanch/platform/variable-files'
import type pg from 'pg'
import { type ClaimedRun, claimRun, endRun } from './run-row.ts'

const pollMs = 1_000
/** A service stops within 8 s at least */
const stopWithinMs = 5_000

export type WatchOptions = {
  url: string
  log: Log
  signal: AbortSignal
  version?: number
}

/**
 * Looks every second for a run that somebody asked for, and carries it out in a child process: neither the loop that feeds the
 * live tables nor an API process waits for it. Every projector does this, also one on standby; one of them gets the run.
 */
export async function watchRuns({ url, log, signal, version = modelVersion }: WatchOptions): Promise<void> {
  const pool = createPostgresPool({ url, name: 'projector runs', max: 1 })
  let running: Promise<void> | undefined
  await runLoop({
    name: 'the search for runs',
    async pass() {
      await failAbandonedRuns(pool)
      const run = running || signal.aborted ? undefined : await claimRun(pool, version)
      if (run) {
        running = superviseChild({ url, pool, signal, log, run })
          .catch((error) => log.warn({ err: error }, 'the end of a run was not written'))
          .finally(() => {
            running = undefined
          })
      }
      return false
    },
    pollMs,
    onError: (error) => log.warn({ err: error }, 'runs could not be looked for, trying again'),
    signal,
  })
  await running
  await pool.end()
}

type Supervised = { url: string; pool: pg.Pool; signal: AbortSignal; log: Log; run: ClaimedRun }

/** Runs the child until it ends. If the signal aborts, it is told to stop, and killed if that takes long. */
async function superviseChild({ url, pool, signal, log, run }: Supervised): Promise<void> {
  const child = fork(new URL('main.ts', import.meta.url), [JSON.stringify(run)], {
    env: childEnvironment(process.env, { DATABASE_URL: url }),
    // a debugger or test runner of the parent is not for the child
    execArgv: [],
  })
  const exited = once(child, 'exit')
  const stop = () => endChild(child)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const [code, killedBy] = await exited
    if (code !== 0) log.error({ code, signal: killedBy }, 'the process of a run ended')
  } finally {
    signal.removeEventListener('abort', stop)
    const [state, why] = signal.aborted
      ? (['stopped', 'Its process was stopped.'] as const)
      : (['failed', 'The process that executed it ended.'] as const)
    await endRun(pool, run.token, { state, result: `${why} The live read tables are unchanged.` })
  }
}

function endChild(child: ChildProcess): void {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), stopWithinMs).unref()
}
