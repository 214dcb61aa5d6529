import { AppError } from '@jaanch/contracts/errors'
import { modelVersion } from '@jaanch/contracts/model-version'
import type { ProjectionName } from '@jaanch/contracts/projections'
import type { Queryable } from '@jaanch/eventlog/read'
import { isLocked } from '@jaanch/storage/projector-locks'
import type { Run } from './runs.ts'

export type RunRequest = Pick<Run, 'kind' | 'requestedBy'> & {
  projection?: ProjectionName | null
  isDryRun?: boolean
  onDifferences?: Run['onDifferences']
  reason: string | null
  /** A repeated request with the same key finds the same run */
  requestKey?: string
  version?: number
}

/** A process that executes a run itself. */
export type OwnExecutor = { token: string; executedBy: string }

/** A projector looks every second, and its child process, which has a low priority, has to start */
const begunWithinSeconds = 120
/** Its executor writes every second; beyond that it counts as ended, like other processes */
const silentSeconds = 30
/** One that began and no longer holds the builder's lock has lost its connection: longer than it needs for its last writes */
const silentWithoutLockSeconds = 5

/**
 * Asks for a replay or verify. Without `executor`, a projector carries it out.
 * @returns its id @throws AppError operation-refused
 */
export async function requestRun(
  db: Queryable,
  request: RunRequest,
  executor?: OwnExecutor,
): Promise<number> {
  const { version = modelVersion, requestKey } = request
  const earlier = await findByKey(db, requestKey)
  if (earlier !== undefined) return earlier
  if (!executor && !(await isLocked(db, 'projector', version))) {
    throw new AppError(
      'operation-refused',
      'No projector is running, and one carries this out: start it first.',
    )
  }
  await failAbandonedRuns(db)
  const { rows } = await db.query<{ id: number }>(
    `insert into operation_runs (kind, projection, is_dry_run, on_differences, model_version, requested_by, reason,
            request_key, executor, executed_by, started_at, seen_at, state)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, began, began, case when began is null then 'requested' else 'filling' end
       from (select case when $9::uuid is not null then clock_timestamp() end as began) b
     on conflict do nothing returning id`,
    [
      request.kind,
      request.projection ?? null,
      request.isDryRun ?? false,
      request.onDifferences ?? 'ask',
      version,
      request.requestedBy,
      request.reason,
      requestKey ?? null,
      executor?.token ?? null,
      executor?.executedBy ?? null,
    ],
  )
  const id = rows[0]?.id ?? (await findByKey(db, requestKey))
  if (id !== undefined) return id
  throw new AppError(
    'operation-refused',
    'Another replay or verify is under way: wait for its end, or stop it (ops runs).',
  )
}

async function findByKey(db: Queryable, key: string | undefined): Promise<number | undefined> {
  if (key === undefined) return undefined
  const { rows } = await db.query<{ id: number }>('select id from operation_runs where request_key = $1', [
    key,
  ])
  return rows[0]?.id
}

/**
 * Ends the runs whose executor ended without writing so, and those that no projector took. A generation goes live in one
 * transaction with its run's row, so the live tables of such a run are unchanged.
 */
export async function failAbandonedRuns(db: Queryable): Promise<void> {
  await db.query(
    `update operation_runs
        set state = 'failed', state_since = clock_timestamp(), finished_at = clock_timestamp(),
            result = case when state = 'requested' then 'No projector carried it out.'
                          else 'The process that executed it ended. The live read tables are unchanged.' end
      where finished_at is null
        and case when state = 'requested' then requested_at < clock_timestamp() - make_interval(secs => $1)
                 when seen_at = started_at then seen_at < clock_timestamp() - make_interval(secs => $1)
                 else seen_at < clock_timestamp() - make_interval(secs => $2)
                   or (model_version <> all($3) and seen_at < clock_timestamp() - make_interval(secs => $4)) end`,
    [begunWithinSeconds, silentSeconds, await versionsBuilt(db), silentWithoutLockSeconds],
  )
}

/** @returns the model versions of the open runs for which some process holds the builder's lock */
async function versionsBuilt(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ version: number }>(
    'select distinct model_version as version from operation_runs where finished_at is null',
  )
  const built: number[] = []
  for (const { version } of rows) if (await isLocked(db, 'builder', version)) built.push(version)
  return built
}
