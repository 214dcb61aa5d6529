import type { Queryable } from '@jaanch/eventlog/read'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import type { Vitals } from '@jaanch/platform/vitals'

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
  /** Of the read tables that it reads or writes; null for workers */
  version: number | null
  startedAt: Date
  /** Time since its last beat, ms */
  age: number
  /** Null for the other services */
  tail: TailState | null
  vitals: Vitals
  /** Of workers: work finished by consumer, and messages sent by channel, per second between its last two beats */
  done: Record<string, number> | null
}

/** The processes that are alive. */
export async function readProcesses(db: Queryable): Promise<ProcessState[]> {
  const { rows } = await db.query<ProcessState>(
    `select id, service, model_version as version, started_at as "startedAt", details -> 'tail' as tail,
            details -> 'vitals' as vitals, details -> 'done' as done,
            (extract(epoch from clock_timestamp() - seen_at) * 1000)::bigint as age
       from processes where seen_at > clock_timestamp() - make_interval(secs => $1) order by service, started_at`,
    [aliveSeconds],
  )
  return rows
}
