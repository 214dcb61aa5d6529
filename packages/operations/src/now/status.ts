import { isLocked } from '@jaanch/eventlog/projector-locks'
import type { Queryable } from '@jaanch/eventlog/read'
import type { Vitals } from '@jaanch/platform/heartbeat'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import { countFinishedMessages, countOpenMessages } from '../outbox/messages.ts'
import { retention } from '../privacy/tables.ts'
import type { RunState } from '../runs/api.ts'
import { type LastVerify, readLastRun, readLastVerify } from '../runs/runs.ts'
import { type Pause, readPauses } from '../work/pauses.ts'
import { type ConsumerState, readConsumers } from '../work/work.ts'
import { type ChannelState, readChannels } from './channels.ts'

type RetentionState = {
  table: string
  what: string
  keptFor: string
  /** Rows that should be gone; at most 10,001. The workers delete them every hour */
  over: number
}

const countUpTo = 10_001

async function readRetention(db: Queryable): Promise<RetentionState[]> {
  const states: RetentionState[] = []
  for (const { table, what, keptFor, isOver } of retention) {
    const { rows } = await db.query<{ over: number }>(
      `select count(*) as over from (select from ${table} where ${isOver} limit ${countUpTo}) t`,
    )
    states.push({ table, what, keptFor, over: rows[0]?.over ?? 0 })
  }
  return states
}

/** The part of the status that changes with every event. */
type LiveStatus = {
  epoch: string
  /** When and why the epoch began */
  epochSince: Date | null
  epochReason: string | null
  head: number
  lastEventAt: Date | null
  generations: GenerationState[]
  /** The processes that are alive */
  processes: ProcessState[]
  consumers: ConsumerState[]
  deadLetters: number
  /** Timers whose last attempt failed */
  deadTimers: number
  /** Number of messages by status; without those that were sent or skipped */
  openMessages: Record<string, number>
  channels: ChannelState[]
  /** The consumers and channels that operators have stopped */
  pauses: Pause[]
  /** The newest comparison of the read tables with the log */
  lastVerify: LastVerify | null
  /** The newest replay or verify */
  lastRun: { id: number; state: RunState } | null
}

/** The part of the status that changes slowly and is expensive to read. */
type SlowStatus = {
  retention: RetentionState[]
  /** Bytes of the database, and of the log and the read tables in it */
  sizes: { database: number; log: number; readTables: number }
  /** Number of messages that were sent or skipped */
  finishedMessages: Record<string, number>
}

export type Status = Omit<LiveStatus, 'openMessages'> &
  Omit<SlowStatus, 'finishedMessages'> & {
    /** Number of messages by status */
    messages: Record<string, number>
  }

/** The state of the log and of all its readers, as the database shows it. */
export async function readStatus(db: Queryable): Promise<Status> {
  return mergeStatus(await readLiveStatus(db), await readSlowStatus(db))
}

export function mergeStatus(
  { openMessages, ...live }: LiveStatus,
  { finishedMessages, ...slow }: SlowStatus,
): Status {
  return { ...live, ...slow, messages: { ...openMessages, ...finishedMessages } }
}

/**
 * Costs some milliseconds, whatever the number of bookings, messages and work rows. Readers
 * progress between two queries: give it a snapshot (repeatable read), or one could appear to be beyond the head.
 */
export async function readLiveStatus(db: Queryable): Promise<LiveStatus> {
  const { rows } = await db.query<
    Pick<
      LiveStatus,
      'epoch' | 'epochSince' | 'epochReason' | 'head' | 'lastEventAt' | 'deadLetters' | 'deadTimers'
    >
  >(
    `select epoch.id as epoch, epochs.began_at as "epochSince", epochs.reason as "epochReason",
            coalesce(last.position, 0) as head, last.at as "lastEventAt",
            (select count(*) from dead_letters where resolution is null) as "deadLetters",
            (select count(*) from dead_letters where resolution is null and timer_id is not null) as "deadTimers"
       from log.epoch left join log.epochs using (id)
       left join lateral (select position, at from log.events order by position desc limit 1) last on true`,
  )
  const [found] = rows
  if (!found) throw new Error('The log did not answer')
  return {
    ...found,
    generations: await readGenerations(db, found.head),
    consumers: await readConsumers(db, found.head),
    openMessages: await countOpenMessages(db),
    channels: await readChannels(db),
    pauses: await readPauses(db),
    processes: await readProcesses(db),
    lastVerify: await readLastVerify(db),
    lastRun: await readLastRun(db),
  }
}

export async function readSlowStatus(db: Queryable): Promise<SlowStatus> {
  const { rows } = await db.query<SlowStatus['sizes']>(
    `select pg_database_size(current_database()) as database, pg_total_relation_size('log.events') as log,
            (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c
               join read_generations g on c.relnamespace = to_regnamespace('read_' || g.generation)
              where c.relkind = 'r' and g.state <> 'dropped') as "readTables"`,
  )
  const [sizes] = rows
  if (!sizes) throw new Error('Postgres did not answer')
  return {
    sizes,
    finishedMessages: await countFinishedMessages(db),
    retention: await readRetention(db),
  }
}

type GenerationState = {
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

async function readGenerations(db: Queryable, head: number): Promise<GenerationState[]> {
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

/** How far the push of an API process is */
export type TailState = {
  /** Up to which all changes are emitted; missing until the first pass */
  position?: number
  /** Later events that the read tables contain already */
  lag?: number
  /** Time since its last pass that succeeded, ms */
  silentMs: number
  /** Changed rows that its clients did not get, because they cannot be presented */
  unpresentable: number
}

export type ProcessState = {
  id: string
  service: 'api' | 'workers' | 'projector'
  /** The model version of the read tables that it reads or writes; null for workers */
  version: number | null
  startedAt: Date
  /** Time since its last beat, ms */
  age: number
  /** Null for the other services */
  tail: TailState | null
  vitals: Vitals
  /** For workers only: work finished by consumer, and messages sent by channel, per second between its last two beats */
  done: Record<string, number> | null
}

/** The processes that are alive. */
async function readProcesses(db: Queryable): Promise<ProcessState[]> {
  const { rows } = await db.query<ProcessState>(
    `select id, service, model_version as version, started_at as "startedAt", details -> 'tail' as tail,
            details -> 'vitals' as vitals, details -> 'done' as done,
            (extract(epoch from clock_timestamp() - seen_at) * 1000)::bigint as age
       from processes where seen_at > clock_timestamp() - make_interval(secs => $1) order by service, started_at`,
    [aliveSeconds],
  )
  return rows
}
