import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { ConfigReport } from './config-check/report-config.ts'
import type { Log } from './logging.ts'
import { runLoop } from './run-loop.ts'
import { createVitals } from './vitals.ts'

/** Facts about a process for operators; JSON. Each process adds its `vitals` */
type ProcessDetails = Record<string, unknown>

export type HeartbeatOptions = {
  pool: Pick<pg.Pool, 'query'>
  service: 'api' | 'workers' | 'projector'
  /** Model version of the read tables that the process reads or writes; null for workers */
  modelVersion: number | null
  /** What the process says about its settings */
  configReport?: ConfigReport | undefined
  /** Called before each beat */
  details?: () => ProcessDetails
  log: Log
}

export type Heartbeat = {
  /** Id of this process in the table `processes` */
  id: string
  /** @throws Error unless the last beat reached Postgres: for the readiness of the process, which thus asks Postgres nothing itself */
  assertReaching(): void
  /** Ends the beats and deletes the row */
  stop(): Promise<void>
}

const beatEveryMs = 5_000
/** Rows of processes that were killed are deleted by the others */
const forgottenAfterSeconds = 86_400

/**
 * A process whose last beat is older counts as ended, seconds: six beats, since a beat may be late by a failover of Postgres.
 * SQL: `seen_at > clock_timestamp() - make_interval(secs => aliveSeconds)`.
 */
export const aliveSeconds = 30

/** Without a beat for so long, Postgres is not reachable: a beat that a frozen server does not answer fails after 15 s only, ms */
const reachableForMs = 12_000

/** Writes the row of this process at once and every five seconds. Failures are logged and tried again. */
export function startHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { pool, service, modelVersion, configReport: config, details, log } = options
  const id = randomUUID()
  const stopped = new AbortController()
  const vitals = createVitals()
  let reachedAt = Number.NEGATIVE_INFINITY

  async function beat(): Promise<boolean> {
    await pool.query(
      `with forgotten as (
         delete from processes where seen_at < clock_timestamp() - make_interval(secs => $5)
       )
       insert into processes (id, service, model_version, details) values ($1, $2, $3, $4)
       on conflict (id) do update set details = excluded.details, seen_at = clock_timestamp()`,
      [
        id,
        service,
        modelVersion,
        JSON.stringify({ ...details?.(), config, vitals: vitals.read() }),
        forgottenAfterSeconds,
      ],
    )
    reachedAt = performance.now()
    return false
  }

  const beating = runLoop({
    name: 'the heartbeat',
    pass: beat,
    pollMs: beatEveryMs,
    onError(error) {
      reachedAt = Number.NEGATIVE_INFINITY
      log.warn({ err: error }, 'the heartbeat was not written')
    },
    signal: stopped.signal,
  })
  return {
    id,
    assertReaching() {
      if (performance.now() - reachedAt > reachableForMs) throw new Error('Postgres does not answer')
    },
    async stop() {
      stopped.abort()
      vitals.stop()
      await beating
      await pool.query('delete from processes where id = $1', [id]).catch(() => {})
    },
  }
}
