import { randomUUID } from 'node:crypto'
import type { Queryable } from '@jaanch/eventlog/read'
import type { ClaimedRun } from './run-control.ts'

const columns =
  'id, kind, projection, is_dry_run as "isDryRun", on_differences as "onDifferences", executor as token'

/** Takes the run that waits for a projector of this model version; no other projector gets it. */
export async function claimRun(
  db: Queryable,
  { version, executedBy }: { version: number; executedBy: string },
): Promise<ClaimedRun | undefined> {
  const { rows } = await db.query<ClaimedRun>(
    `update operation_runs
        set executor = $2, executed_by = $3, state = 'filling', state_since = clock_timestamp(),
            started_at = claimed_at, seen_at = claimed_at
       from (select clock_timestamp() as claimed_at) c
      where id = (select id from operation_runs where state = 'requested' and model_version = $1
                   order by id limit 1 for update skip locked)
     returning ${columns}`,
    [version, randomUUID(), executedBy],
  )
  return rows[0]
}

/** The run that another process took with this token. */
export async function readClaimed(db: Queryable, token: string): Promise<ClaimedRun | undefined> {
  const { rows } = await db.query<ClaimedRun>(
    `select ${columns} from operation_runs where executor = $1 and finished_at is null`,
    [token],
  )
  return rows[0]
}

/** Ends a run whose process ended without writing so. */
export async function endClaimed(
  db: Queryable,
  token: string,
  state: 'failed' | 'stopped',
  result: string,
): Promise<void> {
  await db.query(
    `update operation_runs set state = $2, state_since = clock_timestamp(), finished_at = clock_timestamp(), result = $3
      where executor = $1 and finished_at is null`,
    [token, state, result],
  )
}
