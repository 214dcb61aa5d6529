import { randomUUID } from 'node:crypto'
import type { Queryable } from '@jaanch/eventlog/read'
import type { Run, RunDifferences } from '@jaanch/operations/runs/runs'
import { runLoop } from '@jaanch/platform/run-loop'

/** A run, and the token with which its executor writes its row. */
export type ClaimedRun = Pick<Run, 'kind' | 'code'> & { acceptsDifferences: boolean; token: string }

/** Takes the run that waits for a projector of this model version; no other projector gets it. */
export async function claimRun(db: Queryable, version: number): Promise<ClaimedRun | undefined> {
  const { rows } = await db.query<ClaimedRun>(
    `update operation_runs
        set executor = $2, state = 'filling', started_at = claimed_at, seen_at = claimed_at
       from (select clock_timestamp() as claimed_at) c
      where id = (select id from operation_runs where state = 'requested' and model_version = $1
                   order by id limit 1 for update skip locked)
     returning kind, code, accepts_differences as "acceptsDifferences", executor as token`,
    [version, randomUUID()],
  )
  return rows[0]
}

type End = {
  state: 'done' | 'failed' | 'stopped'
  result: string
  wentLive?: boolean
  differences?: RunDifferences
  different?: number
}

/** Writes how a run ended. @returns false if that is written already, or if it would go live although somebody stopped it */
export async function endRun(
  db: Queryable,
  token: string,
  { state, result, wentLive = false, differences, different }: End,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update operation_runs
        set state = $2, finished_at = clock_timestamp(), result = $3, went_live = $4, differences = $5, different = $6
      where executor = $1 and finished_at is null and not ($4 and is_stopping)`,
    [token, state, result, wentLive, differences ? JSON.stringify(differences) : null, different ?? null],
  )
  return rowCount === 1
}

type Beat = {
  db: Queryable
  token: string
  /** Reads the state and progress that each beat writes */
  read: () => { state: 'filling' | 'comparing'; progress: Run['progress'] }
  /** Called when the run is to end, with the reason: a sentence */
  onStop: (why: string) => void
  everyMs: number
  signal: AbortSignal
}

/** Writes the row of a run regularly, as a sign that its executor lives, and reads whether somebody stopped the run. */
export function keepBeating({ db, token, read, onStop, everyMs, signal }: Beat): Promise<void> {
  return runLoop({
    name: 'the beat of the run',
    async pass() {
      const { state, progress } = read()
      const { rows } = await db.query<{ isStopping: boolean }>(
        `update operation_runs set seen_at = clock_timestamp(), state = $2, progress = $3
          where executor = $1 and finished_at is null returning is_stopping as "isStopping"`,
        [token, state, JSON.stringify(progress)],
      )
      if (!rows[0]) onStop('Another process marked the run as ended.')
      else if (rows[0].isStopping) onStop('It was stopped.')
      return false
    },
    pollMs: everyMs,
    // a failure that lasts ends the rebuild too, which has connections to the same server
    onError: () => {},
    signal,
  })
}
