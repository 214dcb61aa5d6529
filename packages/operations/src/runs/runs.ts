import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { namesOf } from '../names-of.ts'
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

export const runRoutes = [
  serveCall(operationsRunCalls.listRuns, async (_, { operationsDb }) =>
    presentRuns(operationsDb, await readRuns(operationsDb)),
  ),
  serveCall(operationsRunCalls.getRun, ({ params }, { operationsDb }) =>
    readRunView(operationsDb, runIdOf(params)),
  ),
]

/** @throws AppError not-found */
export async function readRunView(db: pg.Pool, id: number): Promise<RunDetailView> {
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
export function runIdOf({ id }: { id: string }): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError('not-found')
  return Number(id)
}
