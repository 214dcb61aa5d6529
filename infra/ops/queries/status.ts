import type { Queryable } from '@jaanch/eventlog/read'
import { isLocked } from '@jaanch/projector/feed/locks'
import { countMessages } from './messages.ts'
import { type ProcessState, readProcesses } from './processes.ts'
import { type ConsumerState, readConsumers } from './work.ts'

type GenerationState = {
  generation: number
  version: number
  state: string
  stateSince: Date
  madeFor: string
  position: number
  /** Events after its position */
  lag: number
  bytes: number
  /** The event that cannot be applied */
  stopped: { position: number; type: string; why: string; since: Date } | null
}

export type Status = {
  epoch: string
  /** When and why the epoch began */
  epochSince: Date | null
  epochReason: string | null
  head: number
  lastEventAt: Date | null
  generations: GenerationState[]
  /** Whether a projector feeds the live generation */
  isProjecting: boolean
  consumers: ConsumerState[]
  deadLetters: number
  /** Number of messages by status */
  messages: Record<string, number>
  /** Timers whose last attempt failed */
  deadTimers: number
  processes: ProcessState[]
  /** Bytes of the database, and of the log and the read tables in it */
  sizes: { database: number; log: number; readTables: number }
}

/** The state of the log and of all its readers, as the database shows it. */
export async function readStatus(db: Queryable): Promise<Status> {
  const { rows } = await db.query<
    Pick<
      Status,
      'epoch' | 'epochSince' | 'epochReason' | 'head' | 'lastEventAt' | 'deadLetters' | 'deadTimers'
    > & {
      database: number
      log: number
    }
  >(
    `select epoch.id as epoch, epochs.began_at as "epochSince", epochs.reason as "epochReason",
            coalesce(last.position, 0) as head, last.at as "lastEventAt",
            (select count(*) from dead_letters where resolution is null) as "deadLetters",
            (select count(*) from dead_letters where resolution is null and timer_id is not null) as "deadTimers",
            pg_database_size(current_database()) as database, pg_total_relation_size('log.events') as log
       from log.epoch left join log.epochs using (id)
       left join lateral (select position, at from log.events order by position desc limit 1) last on true`,
  )
  const [found] = rows
  if (!found) throw new Error('The log did not answer')
  const { database, log, ...rest } = found
  const generations = await readGenerations(db, found.head)
  const live = generations.find(({ state }) => state === 'live')
  return {
    ...rest,
    generations,
    isProjecting: live !== undefined && (await isLocked(db, 'projector', live.version)),
    consumers: await readConsumers(db, found.head),
    messages: await countMessages(db),
    processes: await readProcesses(db),
    sizes: { database, log, readTables: generations.reduce((sum, { bytes }) => sum + bytes, 0) },
  }
}

type GenerationRow = Omit<GenerationState, 'lag' | 'stopped'> & {
  stopped_at: number | null
  stopped_type: string
  stopped_why: string
  stopped_since: Date
}

async function readGenerations(db: Queryable, head: number): Promise<GenerationState[]> {
  const { rows } = await db.query<GenerationRow>(
    `select generation, model_version as version, state, state_since as "stateSince", made_for as "madeFor", position,
            stopped_at, stopped_type, stopped_why, stopped_since,
            (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c
              where c.relkind = 'r' and c.relnamespace = to_regnamespace('read_' || generation)) as bytes
       from read_generations where state <> 'dropped' order by is_live desc, generation`,
  )
  return rows.map(({ stopped_at, stopped_type, stopped_why, stopped_since, ...row }) => ({
    ...row,
    lag: Math.max(0, head - row.position),
    stopped:
      stopped_at === null
        ? null
        : { position: stopped_at, type: stopped_type, why: stopped_why, since: stopped_since },
  }))
}
