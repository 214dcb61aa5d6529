import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import type { ConfigReport } from './config-check.ts'
import type { Log } from './logging.ts'
import { type Release, readRelease } from './release.ts'
import { runLoop } from './run-loop.ts'

/** Facts about a process for operators; JSON. Each process adds its `vitals` */
type ProcessDetails = Record<string, unknown>

type HeartbeatOptions = {
  pool: Pick<pg.Pool, 'query'>
  service: 'api' | 'workers' | 'projector'
  /** Model version of the read tables that the process reads or writes; null for workers */
  modelVersion: number | null
  /** The report of the process about its settings */
  configReport?: ConfigReport | undefined
  /** Called before each beat */
  details?: () => ProcessDetails
  log: Log
}

type Heartbeat = {
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

/** How a process is doing. */
type Vitals = {
  release: Release['version']
  commit: Release['commit']
  /** Percent of one core since the reading before */
  cpu: number
  /** Resident memory, bytes */
  memory: number
  /** 99th percentile of the delay of the event loop since the reading before, ms */
  loopDelay: number
}

/** The delay is sampled so often, ms: fifty times a second costs nothing measurable */
const sampleEveryMs = 20

/** Reads the vitals of this process; each reading covers the time since the one before. `stop` ends the samples. */
function createVitals(): { read(): Vitals; stop(): void } {
  const { version, commit } = readRelease()
  const delay = monitorEventLoopDelay({ resolution: sampleEveryMs })
  delay.enable()
  let cpu = process.cpuUsage()
  let readAt = performance.now()

  return {
    read() {
      const used = process.cpuUsage(cpu)
      const now = performance.now()
      const elapsed = Math.max(1, now - readAt)
      // the histogram has the time between two samples, in ns; none was taken yet if it is read at once
      const between = delay.count > 0 ? delay.percentile(99) / 1e6 : 0
      delay.reset()
      cpu = process.cpuUsage()
      readAt = now
      return {
        release: version,
        commit,
        cpu: round((used.user + used.system) / 10 / elapsed),
        memory: process.memoryUsage.rss(),
        loopDelay: round(Math.max(0, between - sampleEveryMs)),
      }
    },
    stop: () => void delay.disable(),
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Counts what a process does, for its heartbeat. */
type RateCounter = {
  add(name: string, n?: number): void
  /** @returns what was counted since the call before, per second; without names of which nothing was */
  perSecond(): Record<string, number>
}

/** @param now a clock that never goes back, ms */
export function createRateCounter(now: () => number = () => performance.now()): RateCounter {
  const counts = new Map<string, number>()
  let readAt = now()
  return {
    add: (name, n = 1) => void counts.set(name, (counts.get(name) ?? 0) + n),
    perSecond() {
      const seconds = Math.max(0.001, (now() - readAt) / 1_000)
      readAt = now()
      const rates = [...counts].map(([name, n]) => [name, Math.round((n / seconds) * 100) / 100] as const)
      counts.clear()
      return Object.fromEntries(rates)
    },
  }
}
