import type { Queryable } from '@jaanch/eventlog/read'
import { isLocked } from '@jaanch/storage/projector-locks'

export type GenerationState = {
  generation: number
  version: number
  state: string
  stateSince: Date
  madeFor: string
  position: number
  /** Whether a projector of its model version holds the lock */
  isFed: boolean
  /** Events after its position */
  lag: number
  bytes: number
  /** The event that cannot be applied */
  stopped: { position: number; type: string; why: string; since: Date } | null
}

type GenerationRow = Omit<GenerationState, 'isFed' | 'lag' | 'stopped'> & {
  stopped_at: number | null
  stopped_type: string
  stopped_why: string
  stopped_since: Date
}

export async function readGenerations(db: Queryable, head: number): Promise<GenerationState[]> {
  const { rows } = await db.query<GenerationRow>(
    `select generation, model_version as version, state, state_since as "stateSince", made_for as "madeFor", position,
            stopped_at, stopped_type, stopped_why, stopped_since,
            (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c
              where c.relkind = 'r' and c.relnamespace = to_regnamespace('read_' || generation)) as bytes
       from read_generations where state <> 'dropped' order by is_live desc, generation`,
  )
  const fed = await versionsFed(db, rows)
  return rows.map(({ stopped_at, stopped_type, stopped_why, stopped_since, ...row }) => ({
    ...row,
    isFed: fed.has(row.version),
    lag: Math.max(0, head - row.position),
    stopped:
      stopped_at === null
        ? null
        : { position: stopped_at, type: stopped_type, why: stopped_why, since: stopped_since },
  }))
}

async function versionsFed(db: Queryable, rows: readonly { version: number }[]): Promise<Set<number>> {
  const fed = new Set<number>()
  for (const version of new Set(rows.map((row) => row.version))) {
    if (await isLocked(db, 'projector', version)) fed.add(version)
  }
  return fed
}
