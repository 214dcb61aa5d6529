import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { isLocked } from '@jaanch/eventlog/read-generations'
import { serveCall } from '@jaanch/platform/http/served'
import { recordOperation } from '../record-operation.ts'
import { operationsRunCalls } from './api.ts'
import { type Run, readNewestComparison, readRun, readRunView, runIdOf } from './runs.ts'

export type RunRequest = Pick<Run, 'kind' | 'requestedBy' | 'reason'> & {
  /** The code that a trial tries */
  code?: string | null | undefined
  /** The newest comparison: a replay goes live although rows differ, if no more differ than there */
  accepts?: number | undefined
  /** A repeated request with the same key finds the same run */
  requestKey?: string
  /** Model version of the read tables that it makes or compares */
  version: number
}

/** A projector looks every second, and its child process, which has a low priority, has to start */
const begunWithinSeconds = 120
/** Its executor writes every second; beyond that it counts as ended, like other processes */
const silentSeconds = 30

/**
 * Asks for a run. @param executor the token of a process that carries it out itself; without it, a projector does
 * @returns its id @throws AppError operation-refused
 */
export async function requestRun(db: Queryable, request: RunRequest, executor?: string): Promise<number> {
  const { version, code, accepts, requestKey } = request
  const earlier = await findByKey(db, requestKey)
  if (earlier !== undefined) return earlier
  if (!executor && !(await isLocked(db, 'projector', version))) {
    throw new AppError(
      'operation-refused',
      'No projector is running, and one carries this out: start it first.',
    )
  }
  if (accepts && (await readNewestComparison(db, version))?.id !== accepts) {
    throw new AppError(
      'operation-refused',
      `Run ${accepts} is not the newest comparison: look at the newest one before you accept its differences.`,
    )
  }
  await failAbandonedRuns(db)
  const { rows } = await db.query<{ id: number }>(
    `insert into operation_runs (kind, code, accepts_differences, model_version, requested_by, reason, request_key, executor,
            started_at, seen_at, state)
     select $1, $2, $3, $4, $5, $6, $7, $8, began, began, case when began is null then 'requested' else 'filling' end
       from (select case when $8::uuid is not null then clock_timestamp() end as began) b
     on conflict do nothing returning id`,
    [
      request.kind,
      code ?? null,
      accepts !== undefined,
      version,
      request.requestedBy,
      request.reason,
      requestKey ?? null,
      executor ?? null,
    ],
  )
  const id = rows[0]?.id ?? (await findByKey(db, requestKey))
  if (id !== undefined) return id
  throw new AppError('operation-refused', 'Another run is under way: wait for its end, or stop it.')
}

async function findByKey(db: Queryable, key: string | undefined): Promise<number | undefined> {
  if (key === undefined) return undefined
  const { rows } = await db.query<{ id: number }>('select id from operation_runs where request_key = $1', [
    key,
  ])
  return rows[0]?.id
}

/**
 * Ends a run within a second; the live tables are unchanged. It can be repeated. A run goes live only if it is not stopped, in one
 * transaction. @throws AppError not-found, operation-refused
 */
export async function stopRun(db: Queryable, id: number): Promise<void> {
  const { rowCount } = await db.query(
    `update operation_runs
        set is_stopping = true,
            state = case when state = 'requested' then 'stopped' else state end,
            finished_at = case when state = 'requested' then clock_timestamp() else finished_at end,
            result = case when state = 'requested' then 'It was stopped before it began.' else result end
      where id = $1 and (finished_at is null or state = 'stopped')`,
    [id],
  )
  if (rowCount) return
  const { state } = await readRun(db, id)
  throw new AppError('operation-refused', `Run ${id} cannot be stopped: it is ${state}.`)
}

/**
 * Ends the runs whose executor ended without writing so, and those that no projector took. A generation goes live in one
 * transaction with its run's row, so the live tables of such a run are unchanged.
 */
export async function failAbandonedRuns(db: Queryable): Promise<void> {
  await db.query(
    `update operation_runs
        set state = 'failed', finished_at = clock_timestamp(),
            result = case when state = 'requested' then 'No projector carried it out.'
                          else 'The process that executed it ended. The live read tables are unchanged.' end
      where finished_at is null
        and coalesce(seen_at, requested_at) < clock_timestamp() - make_interval(secs =>
              case when state = 'requested' or seen_at = started_at then $1::int else $2::int end)`,
    [begunWithinSeconds, silentSeconds],
  )
}

/** The API writes and reads the rows of runs; a projector carries them out. */
export const runRequestRoutes = [
  serveCall(operationsRunCalls.requestRun, async ({ body, caller }, { operationsDb: db, modelVersion }) => {
    const { key: requestKey, ...request } = body
    const requestedBy = actorOf(caller)
    const { kind, code, accepts } = request
    await recordOperation(db, requestedBy, kind, { ...(code && { code }), ...(accepts && { accepts }) })
    const run = { ...request, requestKey, requestedBy, version: modelVersion }
    return readRunView(db, await requestRun(db, run))
  }),
  serveCall(operationsRunCalls.stopRun, async ({ params, caller }, { operationsDb: db }) => {
    const id = runIdOf(params)
    await recordOperation(db, actorOf(caller), 'runs stop', { run: id })
    await stopRun(db, id)
    return readRunView(db, id)
  }),
]
