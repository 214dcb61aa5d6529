import type { Queryable } from '@jaanch/eventlog/read'
import { type GenerationState, readGenerations } from './generations.ts'
import { countMessages } from './messages.ts'
import { type ProcessState, readProcesses } from './processes.ts'
import { type RetentionState, readRetention } from './retention.ts'
import { type ConsumerState, readConsumers } from './work.ts'

export type Status = {
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
  /** Number of messages by status */
  messages: Record<string, number>
  /** Timers whose last attempt failed */
  deadTimers: number
  retention: RetentionState[]
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
  return {
    ...rest,
    generations,
    consumers: await readConsumers(db, found.head),
    messages: await countMessages(db),
    processes: await readProcesses(db),
    retention: await readRetention(db),
    sizes: { database, log, readTables: generations.reduce((sum, { bytes }) => sum + bytes, 0) },
  }
}
