import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { isLocked } from '@jaanch/eventlog/read-generations'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { namesOf, recordOperation } from '../operators.ts'
import { asSent, type Stored } from '../stored.ts'
import { operationsRunCalls, type RunDetailView, type RunState, type RunView } from './api.ts'

export type RunDifferences = NonNullable<RunDetailView['differences']>

/** A replay, a verify, or a trial, which compares with the tables that other code makes. */
export type Run = Stored<Omit<RunView, 'requestedByName'>, 'requestedAt' | 'startedAt' | 'finishedAt'>

const columns = `id, kind, code, requested_by as "requestedBy", reason, requested_at as "requestedAt", started_at as "startedAt",
  finished_at as "finishedAt", state, is_stopping and finished_at is null as "isStopping", progress, different,
  went_live as "wentLive", result`

/** The newest runs, newest first. */
export async function readRuns(db: Queryable, limit = 10): Promise<Run[]> {
  const { rows } = await db.query<Run>(`select ${columns} from operation_runs order by id desc limit $1`, [
    limit,
  ])
  return rows
}

/** One run, with its differences. @throws AppError not-found */
export async function readRun(
  db: Queryable,
  id: number,
): Promise<Run & { differences: RunDifferences | null }> {
  const { rows } = await db.query<Run & { differences: RunDifferences | null }>(
    `select ${columns}, differences from operation_runs where id = $1`,
    [id],
  )
  const [found] = rows
  if (!found) throw new AppError('not-found', `There is no run ${id}.`)
  return found
}

/** The newest run that compared the tables of a model version: its differences are those that may be accepted. */
export async function readNewestComparison(
  db: Queryable,
  version: number,
): Promise<{ id: number; differences: RunDifferences } | undefined> {
  const { rows } = await db.query<{ id: number; differences: RunDifferences }>(
    `select id, differences from operation_runs where model_version = $1 and kind <> 'trial' and different is not null
      order by id desc limit 1`,
    [version],
  )
  return rows[0]
}

/** When the read tables were last compared with the log, and how many rows differ since */
export type LastVerify = { finishedAt: Date; different: number }

/**
 * The newest comparison: a verify, or a replay, after which no row of the read tables differs if it went live. A replay compares no
 * places of visits: those that the newest verify found wrong count until the next one.
 */
export async function readLastVerify(db: Queryable): Promise<LastVerify | null> {
  const { rows } = await db.query<LastVerify>(
    `with places as (
       select coalesce(sum((t ->> 'different')::integer), 0)::integer as different
         from jsonb_array_elements((select differences -> 'tables' from operation_runs
                                     where state = 'done' and kind = 'verify' order by id desc limit 1)) t
        where t ->> 'table' in ('visit_places', 'lab_days'))
     select finished_at as "finishedAt",
            case when kind = 'verify' then r.different
                 else places.different + case when went_live then 0 else r.different end end as different
       from operation_runs r, places
      where state = 'done' and kind <> 'trial' order by id desc limit 1`,
  )
  return rows[0] ?? null
}

/** @returns the newest run of any kind */
export async function readLastRun(db: Queryable): Promise<{ id: number; state: RunState } | null> {
  const { rows } = await db.query<{ id: number; state: RunState }>(
    'select id, state from operation_runs order by id desc limit 1',
  )
  return rows[0] ?? null
}

/** All runs that are kept, for the metrics. */
export type RunTotals = {
  ended: { kind: string; result: string; n: number }[]
  /** Those that fill or compare; `ratio` from 0 to 1 */
  running: { kind: string; ratio: number }[]
  lastVerify: LastVerify | null
}

export async function readRunTotals(db: Queryable): Promise<RunTotals> {
  const { rows: ended } = await db.query<RunTotals['ended'][number]>(
    `select kind, state as result, count(*)::integer as n from operation_runs where finished_at is not null group by 1, 2`,
  )
  const { rows: running } = await db.query<RunTotals['running'][number]>(
    `select kind, coalesce((progress ->> 'done')::float8 / nullif((progress ->> 'total')::float8, 0), 0) as ratio
       from operation_runs where finished_at is null`,
  )
  return { ended, running, lastVerify: await readLastVerify(db) }
}

/** @throws AppError not-found */
async function readRunView(db: pg.Pool, id: number): Promise<RunDetailView> {
  const { differences, ...run } = await readRun(db, id)
  const [view] = await presentRuns(db, [run])
  return { ...(view as RunView), differences }
}

async function presentRuns(db: pg.Pool, runs: readonly Run[]): Promise<RunView[]> {
  const names = await namesOf(
    db,
    runs.map(({ requestedBy }) => requestedBy),
  )
  return asSent(runs.map((run) => ({ ...run, requestedByName: names.get(run.requestedBy) ?? null })))
}

/** @throws AppError not-found */
function runIdOf({ id }: { id: string }): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError('not-found')
  return Number(id)
}

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
export const runRoutes = [
  serveCall(operationsRunCalls.listRuns, async (_, { operationsDb }) =>
    presentRuns(operationsDb, await readRuns(operationsDb)),
  ),
  serveCall(operationsRunCalls.getRun, ({ params }, { operationsDb }) =>
    readRunView(operationsDb, runIdOf(params)),
  ),
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
