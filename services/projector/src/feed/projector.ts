import { setTimeout } from 'node:timers/promises'
import { createListener } from '@jaanch/platform/listener'
import type { Log } from '@jaanch/platform/logging'
import { connectionSettings } from '@jaanch/platform/postgres'
import { backoff } from '@jaanch/platform/retry'
import { createWakeSignal, type WakeSignal } from '@jaanch/platform/wake-signal'
import pg from 'pg'
import { type Generation, listFed, modelVersion } from '../generations/generations.ts'
import { keepHouse } from '../maintenance.ts'
import { createFeeder } from './feeder.ts'
import { tryLock } from './locks.ts'

const pollEvery = 1_000
const supersededEvery = 1_000

export type ProjectorOptions = {
  url: string
  log: Log
  signal: AbortSignal
  /** How long a projector may be silent before Postgres takes its lock away, ms. It asks for something every second. */
  patience?: number
  /** The shape of the read tables that this one feeds; that of this code unless told */
  version?: number
}

/**
 * Feeds the read tables for ever: waits for the lock, catches up, follows. Lock and writes share one connection, so a
 * projector that lost the one cannot do the other. Any failure drops the connection and begins again. New generations are
 * filled beside it, on another connection: those that are read are fed without a pause.
 */
export async function runProjector(options: ProjectorOptions): Promise<void> {
  const { url, log, signal } = options
  const wakeSignal = createWakeSignal()
  const listener = createListener({ url, name: 'projector listen', channels: ['log'], log })
  listener.on('log', () => wakeSignal.notify())
  signal.addEventListener('abort', () => wakeSignal.notify(), { once: true })
  for (let failures = 0; !signal.aborted; ) {
    const began = Date.now()
    try {
      await projectUntilItFails(options, wakeSignal)
    } catch (error) {
      if (signal.aborted) break
      failures = Date.now() - began > 30_000 ? 1 : failures + 1
      log.error({ err: error }, 'projecting failed, beginning again')
      await setTimeout(backoff(failures, { maxMs: 5_000 }), undefined, { signal }).catch(() => {})
    }
  }
  await listener.close()
}

async function projectUntilItFails(options: ProjectorOptions, wakeSignal: WakeSignal): Promise<void> {
  const { url, log, signal, patience = 10_000, version = modelVersion } = options
  const client = new pg.Client(connectionSettings({ url, name: 'projector', statementTimeout: 60_000 }))
  client.on('error', (error) => log.warn({ err: error }, 'the connection broke'))
  const end = () => void client.end().catch(() => {})
  const leave = new AbortController()
  let house: Promise<void> | undefined
  try {
    await client.connect()
    await loseLockWhenSilent(client, patience)
    await waitForLock(client, version, signal)
    if (signal.aborted) return
    log.info({ version }, 'projecting')
    house = keepHouse({
      url,
      log,
      version,
      signal: AbortSignal.any([signal, leave.signal]),
      onChange: () => wakeSignal.notify(),
    })
    const feeder = createFeeder(client, log)
    const whoseTurn = createTurns()
    while (!signal.aborted) {
      let moved = false
      for (const generation of whoseTurn(await listFed(client, version))) {
        if (await feeder.feed(generation)) moved = true
      }
      if (!moved) await wakeSignal.wait(pollEvery, signal)
    }
  } finally {
    end()
    leave.abort()
    await house
  }
}

/**
 * The live one and the one that follows it are fed each time. Those that were superseded are for requests that began before,
 * which need nothing newer: they take turns, so that the live one never waits for more than one of them.
 */
function createTurns(): (fed: readonly Generation[]) => number[] {
  const fedAt = new Map<number, number>()
  return (fed) => {
    const turns = fed.filter(({ state }) => state !== 'superseded').map(({ generation }) => generation)
    const since = (one: Generation) => fedAt.get(one.generation) ?? 0
    const [longest] = fed.filter(({ state }) => state === 'superseded').sort((a, b) => since(a) - since(b))
    if (!longest || Date.now() - since(longest) < supersededEvery) return turns
    fedAt.set(longest.generation, Date.now())
    return [...turns, longest.generation]
  }
}

/**
 * A process that is frozen, or whose machine is gone without a word, would hold the lock until TCP gives up, which takes
 * hours: Postgres ends its session instead, and the standby goes on.
 */
async function loseLockWhenSilent(client: pg.Client, patience: number): Promise<void> {
  for (const setting of ['idle_session_timeout', 'idle_in_transaction_session_timeout', 'tcp_user_timeout']) {
    await client.query('select set_config($1, $2, false)', [setting, String(patience)])
  }
}

/** Asks again and again rather than blocking in Postgres, so that a standby can be stopped at any moment. */
async function waitForLock(client: pg.Client, version: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (await tryLock(client, 'projector', version)) return
    await setTimeout(500, undefined, { signal }).catch(() => {})
  }
}
