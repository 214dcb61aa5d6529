import { type Run, type RunDifferences, type RunProgress, waitsMs } from '@jaanch/operations/runs'
import { runLoop } from '@jaanch/platform/run-loop'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'
import { keepAwake } from '../connection.ts'
import type { FillProgress } from '../generations/fill.ts'
import type { Gate } from '../generations/gate.ts'

/** A run, and the token with which its executor writes its row. */
export type ClaimedRun = Pick<Run, 'id' | 'kind' | 'projection' | 'isDryRun' | 'onDifferences'> & {
  token: string
}

/** Somebody stopped it, or it waited too long. The message is the run's result. */
export class RunStopped extends Error {
  override name = 'RunStopped'
}

/** Another process marked it as ended: nothing of it may go live. */
export class RunLost extends Error {
  override name = 'RunLost'
}

export type RunControl = {
  /** Aborts when the run is to end */
  signal: AbortSignal
  /** Begins to keep the row alive: for a run that holds the builder's lock, since one that was alive and lacks it counts as ended */
  begin(): void
  gate: Gate
  onProgress(progress: FillProgress): void
  onTable(table: string): void
  /** Writes another state. */
  enter(state: Run['state']): Promise<void>
  /** Writes the differences. */
  compared(differences: RunDifferences, different: number): Promise<void>
  /** Waits for a decision about the differences. @returns true: they are accepted */
  decision(): Promise<boolean>
  /** Writes how it ended, unless that is written already. @param db for a transaction of its own */
  end(
    state: 'done' | 'failed' | 'stopped',
    result: string,
    how?: { wentLive: boolean; db: pg.ClientBase },
  ): Promise<void>
  close(): Promise<void>
}

type Options = {
  pool: Pick<pg.Pool, 'query'>
  run: ClaimedRun
  /** Stops the run when it aborts */
  signal: AbortSignal
  /** Longest pause and longest wait for a decision, ms */
  maxWaitMs?: number
  beatMs?: number
}

const rateOverMs = 10_000

/** Keeps the row of a run alive and obeys what is wanted there. */
export function createRunControl({
  pool,
  run,
  signal,
  maxWaitMs = waitsMs,
  beatMs = 1_000,
}: Options): RunControl {
  const ended = new AbortController()
  const closed = new AbortController()
  const changed = createWakeSignal()
  const progress: RunProgress = { done: 0, total: 0, rate: 0, table: null, isPaused: false }
  const rateOf = createRate()
  let wanted: Run['wanted'] = 'run'

  const stop = (error: Error) => {
    ended.abort(error)
    changed.notify()
  }
  const onAbort = () => stop(new RunStopped('Its process was stopped. The live read tables are unchanged.'))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })

  /** Writes columns of the row, and reads what is wanted. */
  async function write(set = '', values: unknown[] = []): Promise<void> {
    const { rows } = await pool.query<{ wanted: Run['wanted'] }>(
      `update operation_runs set seen_at = clock_timestamp(), progress = $3 ${set && `, ${set}`}
        where id = $1 and executor = $2 and finished_at is null returning wanted`,
      [run.id, run.token, JSON.stringify(progress), ...values],
    )
    const [found] = rows
    if (!found) {
      if (!closed.signal.aborted) stop(new RunLost('Another process marked the run as ended.'))
      return
    }
    wanted = found.wanted
    if (wanted === 'stop') stop(new RunStopped('It was stopped. The live read tables are unchanged.'))
    changed.notify()
  }

  let begun: Promise<void> | undefined
  let beating: Promise<void> | undefined
  function begin(): void {
    begun = write().catch(() => {})
    beating = runLoop({
      name: 'the beat of the run',
      pass: async () => {
        await write()
        return false
      },
      pollMs: beatMs,
      // a failure that lasts ends the rebuild too, which has connections to the same server
      onError: () => {},
      signal: closed.signal,
    })
  }

  /** Waits until `isOver`, at most `maxWaitMs`. */
  async function waitUntil(isOver: () => boolean, tooLong: string): Promise<void> {
    const deadline = Date.now() + maxWaitMs
    for (;;) {
      ended.signal.throwIfAborted()
      if (isOver()) return
      if (Date.now() >= deadline) stop(new RunStopped(tooLong))
      await changed.wait(Math.max(0, deadline - Date.now()), ended.signal)
    }
  }

  return {
    signal: ended.signal,
    begin,
    async gate(awake) {
      // what was wanted before it began
      await begun
      ended.signal.throwIfAborted()
      if (wanted !== 'pause') return
      const rest = keepAwake(awake)
      progress.isPaused = true
      try {
        await waitUntil(
          () => wanted !== 'pause',
          'It was paused for too long. The live read tables are unchanged.',
        )
      } finally {
        progress.isPaused = false
        rateOf.forget()
        await rest()
      }
    },
    onProgress({ done, total }) {
      Object.assign(progress, { done, total, rate: rateOf.next(done), table: null })
    },
    onTable(table) {
      progress.table = table
    },
    enter: (state) => write('state = $4, state_since = clock_timestamp()', [state]),
    compared: (differences, different) =>
      write('differences = $4, different = $5, comparison = comparison + 1', [
        JSON.stringify(differences),
        different,
      ]),
    async decision() {
      // what was accepted were the differences of an earlier comparison
      await write(
        `state = 'deciding', state_since = clock_timestamp(), accept_reason = null,
         wanted = case when wanted = 'stop' then 'stop' else 'run' end`,
      )
      await waitUntil(
        () => wanted === 'accept',
        'Nobody decided in time: the rebuilt tables were dropped. The live read tables are unchanged.',
      )
      return true
    },
    async end(state, result, how) {
      const { rowCount } = await (how?.db ?? pool).query(
        `update operation_runs set state = $3, state_since = clock_timestamp(), finished_at = clock_timestamp(),
                seen_at = clock_timestamp(), result = $4, went_live = $5
          where id = $1 and executor = $2 and finished_at is null`,
        [run.id, run.token, state, result, how?.wentLive ?? false],
      )
      if (how && rowCount === 0) throw new RunLost('Another process marked the run as ended.')
    },
    async close() {
      signal.removeEventListener('abort', onAbort)
      closed.abort()
      await beating
    },
  }
}

/** Events a second over the last seconds. */
function createRate() {
  let samples: { at: number; done: number }[] = []
  return {
    next(done: number): number {
      const at = performance.now()
      samples = [...samples.filter((sample) => at - sample.at < rateOverMs), { at, done }]
      const [first] = samples
      const seconds = first ? (at - first.at) / 1_000 : 0
      return seconds > 0 && first ? Math.round((done - first.done) / seconds) : 0
    },
    forget() {
      samples = []
    },
  }
}
