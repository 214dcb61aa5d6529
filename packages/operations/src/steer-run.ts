import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { type Run, readRun } from './runs.ts'

/** What its executor does between two steps, at most a second later. All can be repeated without another effect. */

/** @throws AppError not-found, operation-refused */
export async function pauseRun(db: Queryable, id: number, actor: string): Promise<void> {
  await want(db, id, actor, {
    wanted: 'pause',
    condition: "state in ('filling', 'comparing') and wanted in ('run', 'pause')",
    refusal: ({ state }) => `Run ${id} can be paused while it fills and compares: it is ${describe(state)}.`,
  })
}

/** @throws AppError not-found, operation-refused */
export async function continueRun(db: Queryable, id: number, actor: string): Promise<void> {
  await want(db, id, actor, {
    wanted: 'run',
    condition: "finished_at is null and wanted in ('run', 'pause')",
    refusal: ({ state }) => `Run ${id} cannot be continued: it is ${describe(state)}.`,
  })
}

/** Ends it; the live tables are unchanged. @throws AppError not-found, operation-refused */
export async function stopRun(db: Queryable, id: number, actor: string): Promise<void> {
  // nobody executes it yet
  const { rowCount } = await db.query(
    `update operation_runs set state = 'stopped', state_since = clock_timestamp(), finished_at = clock_timestamp(),
            wanted = 'stop', wanted_by = $2, wanted_at = clock_timestamp(), result = 'It was stopped before it began.'
      where id = $1 and state = 'requested'`,
    [id, actor],
  )
  if (rowCount) return
  await want(db, id, actor, {
    wanted: 'stop',
    condition: "state in ('filling', 'comparing', 'deciding', 'stopped') and wanted <> 'accept'",
    refusal: ({ state, wanted }) =>
      wanted === 'accept' || state === 'going live'
        ? `Run ${id} goes live at this moment.`
        : `Run ${id} cannot be stopped: it is ${describe(state)}.`,
  })
}

type Acceptance = {
  /** The comparison whose differences are accepted */
  comparison: number
  /** Needed if there are differences */
  reason: string | null
}

/** Makes the rebuilt tables live. @throws AppError not-found, operation-refused, invalid */
export async function acceptRun(
  db: Queryable,
  id: number,
  actor: string,
  { comparison, reason }: Acceptance,
): Promise<void> {
  const run = await readRun(db, id)
  if (run.different !== 0 && !reason) {
    throw new AppError('invalid', 'The tables differ: say why the differences are right.')
  }
  await want(db, id, actor, {
    wanted: 'accept',
    condition: `comparison = ${Number(comparison)} and wanted <> 'stop' and (state = 'deciding' or wanted = 'accept' or went_live)`,
    refusal: ({ state, wanted }) => {
      if (state !== 'deciding') return `Run ${id} does not wait for a decision: it is ${describe(state)}.`
      return wanted === 'stop'
        ? `Run ${id} is stopped at this moment.`
        : `Run ${id} was compared again: look at its differences before you accept them.`
    },
    reason,
  })
}

type Wish = {
  wanted: Run['wanted']
  /** SQL: when it is possible */
  condition: string
  refusal: (run: Run) => string
  reason?: string | null
}

async function want(
  db: Queryable,
  id: number,
  actor: string,
  { wanted, condition, refusal, reason = null }: Wish,
): Promise<void> {
  const { rowCount } = await db.query(
    `update operation_runs
        set wanted_by = case when wanted = $2 then wanted_by else $3 end,
            wanted_at = case when wanted = $2 then wanted_at else clock_timestamp() end,
            accept_reason = case when $2 = 'accept' and wanted <> 'accept' then $4 else accept_reason end,
            wanted = $2
      where id = $1 and (${condition})`,
    [id, wanted, actor, reason],
  )
  if (!rowCount) throw new AppError('operation-refused', refusal(await readRun(db, id)))
}

function describe(state: Run['state']): string {
  return { requested: 'not taken yet', deciding: 'waiting for a decision' }[state as string] ?? state
}
