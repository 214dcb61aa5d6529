import { modelVersion } from '@jaanch/contracts/model-version'
import { startHeartbeat } from '@jaanch/platform/heartbeat'
import { createListener } from '@jaanch/platform/listener'
import type { Log } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { pause, runLoop } from '@jaanch/platform/run-loop'
import { createWakeSignal } from '@jaanch/platform/wake-signal'
import type pg from 'pg'
import { connect, createSession, disconnect } from '../connection.ts'
import { type Generation, listFed } from '../generations/generations.ts'
import { runMaintenance } from '../maintenance.ts'
import { createFeeder } from './feeder.ts'
import { tryLock } from './locks.ts'

const pollMs = 1_000
const feedSupersededEveryMs = 1_000
const tryLockEveryMs = 500

export type ProjectorOptions = {
  url: string
  log: Log
  signal: AbortSignal
  /** Postgres ends the session of a projector that is silent for longer, ms; it queries every second. Default 10,000 */
  silenceTimeoutMs?: number
  /** Model version of the read tables that this projector feeds; default: that of this code */
  version?: number
}

/**
 * Feeds the read tables until the signal aborts: waits for the lock, catches up, follows the log. Lock and writes share one
 * connection, so a projector that lost the lock cannot write. After a failure it opens a new connection and waits for the
 * lock again. New generations are filled on another connection (see maintenance), so live tables are fed without a pause.
 */
export async function runProjector(options: ProjectorOptions): Promise<void> {
  const { url, log, signal, version = modelVersion } = options
  const pool = createPostgresPool({ url, name: 'projector heartbeat', max: 1 })
  const heartbeat = startHeartbeat({ pool, service: 'projector', modelVersion: version, log })
  const wakeSignal = createWakeSignal()
  const listener = createListener({ url, name: 'projector listen', channels: ['log'], log })
  listener.on('log', () => wakeSignal.notify())
  const session = createSession(
    () => startFeeding(options, () => wakeSignal.notify()),
    (feeding) => feeding.stop(),
  )
  await runLoop({
    pass: () => session.run((feeding) => feeding.feedAll()),
    wakeSignal,
    pollMs,
    maxPauseMs: 5_000,
    onError: (error) => log.error({ err: error }, 'projecting failed, starting again'),
    signal,
  })
  await session.close()
  await listener.close()
  await heartbeat.stop()
  await pool.end()
}

type Feeding = {
  /** One batch for each generation. @returns whether there may be more to feed at once */
  feedAll(): Promise<boolean>
  stop(): Promise<void>
}

/** Takes the lock and starts the maintenance beside the feeding. @throws the signal's reason if it aborts before */
async function startFeeding(options: ProjectorOptions, onChange: () => void): Promise<Feeding> {
  const { url, log, signal, silenceTimeoutMs = 10_000, version = modelVersion } = options
  const client = await connect({ url, name: 'projector', statementTimeout: 60_000, log })
  try {
    await loseLockWhenSilent(client, silenceTimeoutMs)
    await waitForLock(client, version, signal)
  } catch (error) {
    disconnect(client)
    throw error
  }
  log.info({ version }, 'projecting')
  const stopped = new AbortController()
  const maintenance = runMaintenance({
    url,
    log,
    version,
    signal: AbortSignal.any([signal, stopped.signal]),
    onChange,
  })
  const feeder = createFeeder(client, log)
  const chooseDue = createSchedule()
  return {
    async feedAll() {
      let hasMoved = false
      for (const generation of chooseDue(await listFed(client, version))) {
        if (signal.aborted) return false
        if (await feeder.feed(generation)) hasMoved = true
      }
      return hasMoved
    },
    async stop() {
      disconnect(client)
      stopped.abort()
      await maintenance
    },
  }
}

/**
 * The live generation and those that follow it are fed in each pass. Superseded ones only serve requests that began before
 * the swap and need nothing newer: one of them per second, so that the live one waits for one batch at most.
 */
function createSchedule(): (fed: readonly Generation[]) => number[] {
  const fedAt = new Map<number, number>()
  return (fed) => {
    const due = fed.filter(({ state }) => state !== 'superseded').map(({ generation }) => generation)
    const lastFed = ({ generation }: Generation) => fedAt.get(generation) ?? 0
    const [oldest] = fed.filter(({ state }) => state === 'superseded').sort((a, b) => lastFed(a) - lastFed(b))
    if (!oldest || Date.now() - lastFed(oldest) < feedSupersededEveryMs) return due
    fedAt.set(oldest.generation, Date.now())
    return [...due, oldest.generation]
  }
}

/**
 * A process that is frozen, or whose machine was lost, would hold the lock until TCP gives up, which takes hours. With these
 * settings Postgres ends its session, and the standby takes over.
 */
async function loseLockWhenSilent(client: pg.Client, silenceTimeoutMs: number): Promise<void> {
  for (const setting of ['idle_session_timeout', 'idle_in_transaction_session_timeout', 'tcp_user_timeout']) {
    await client.query('select set_config($1, $2, false)', [setting, String(silenceTimeoutMs)])
  }
}

/** Polls instead of blocking in Postgres, so that a standby can be stopped at any moment. */
async function waitForLock(client: pg.Client, version: number, signal: AbortSignal): Promise<void> {
  while (!(await tryLock(client, 'projector', version))) {
    await pause(tryLockEveryMs, signal)
    signal.throwIfAborted()
  }
}
