import type { Queryable } from '@jaanch/eventlog/read'
import { isLocked } from '@jaanch/eventlog/read-generations'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import { countFinishedMessages, countOpenMessages } from '../outbox/messages.ts'
import { retention } from '../privacy/tables.ts'
import { type LastVerify, readLastRun, readLastVerify } from '../runs/runs.ts'
import type { Stored } from '../stored.ts'
import { type Pause, readPauses } from '../work/pauses.ts'
import { type ConsumerState, readConsumers } from '../work/work.ts'
import type { OperationsView } from './api.ts'
import { type ChannelState, readChannels } from './channels.ts'

const countUpTo = 10_001

async function readRetention(db: Queryable): Promise<SlowStatus['retention']> {
  const states: SlowStatus['retention'] = []
  for (const { table, what, keptFor, isOver } of retention) {
    const { rows } = await db.query<{ over: number }>(
      `select count(*) as over from (select from ${table} where ${isOver} limit ${countUpTo}) t`,
    )
    states.push({ table, what, keptFor, over: rows[0]?.over ?? 0 })
  }
  return states
}

/** The part of the status that changes with every event. */
type LiveStatus = Pick<OperationsView, 'head' | 'deadLetters' | 'lastRun'> & {
  epoch: string
  /** When and why the epoch began */
  epochSince: Date | null
  epochReason: string | null
  lastEventAt: Date | null
  generations: GenerationState[]
  processes: ProcessState[]
  consumers: ConsumerState[]
  /** Timers whose last attempt failed */
  deadTimers: number
  /** Number of messages by status; without those that were sent or skipped */
  openMessages: Record<string, number>
  channels: ChannelState[]
  /** The consumers and channels that operators have stopped */
  pauses: Pause[]
  lastVerify: LastVerify | null
}

/** The part of the status that changes slowly and is expensive to read. */
type SlowStatus = Pick<OperationsView, 'retention' | 'sizes'> & {
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

type Generation = OperationsView['generations'][number]
type GenerationState = Stored<Omit<Generation, 'stopped'>, 'stateSince'> & {
  madeFor: string
  stopped: Stored<NonNullable<Generation['stopped']>, 'since'> | null
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

export type ProcessState = Stored<OperationsView['processes'][number], 'startedAt'> & {
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
