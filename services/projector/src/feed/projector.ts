import { modelVersion } from '@jaanch/booking-stream/model-version'
import { tryLock } from '@jaanch/eventlog/read-generations'
import type { ConfigReport } from '@jaanch/platform/config-check'
import { startHeartbeat } from '@jaanch/platform/heartbeat'
import type { Log } from '@jaanch/platform/logging'
import { createListener, createPostgresPool } from '@jaanch/platform/postgres'
import { addChecks, assertLoopsWork, postgresAnswers } from '@jaanch/platform/probes'
import { backoff, createWakeSignal, pause, runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { connect, createSession, disconnect, loseLocksWhenSilent } from '../connection.ts'
import { type Generation, listEveryMs, listFed, liveGeneration } from '../generations/generations.ts'
import { runMaintenance } from '../maintenance.ts'
import { createFeed, type Feed, type ReadEvents, StoppedError } from './feed.ts'
import { beginMeasuring } from './measure-batch.ts'

const pollMs = 1_000
const feedSupersededEveryMs = 1_000
const tryLockEveryMs = 500
/** The first one is at least four times as long as that, so that each standby tries before */
const pausesWithoutLock = { baseMs: 8 * tryLockEveryMs, maxMs: 30_000 }

export type ProjectorOptions = {
  url: string
  log: Log
  signal: AbortSignal
  /** Postgres ends the session of a projector that is silent for longer, ms; it queries every second. Default 10,000 */
  silenceTimeoutMs?: number
  /** The report of the process about its settings, for operators */
  configReport?: ConfigReport
  /** Model version of the read tables that this projector feeds; default: that of this code */
  version?: number
  /** For tests of a projector that knows fewer events than another */
  readEvents?: ReadEvents
}

/**
 * Feeds the read tables until the signal aborts: waits for the lock, catches up, follows the log. Lock and writes share one
 * connection, so a projector that lost the lock cannot write. After a failure it opens a new connection and waits for the
 * lock again. New generations are filled on another connection (see maintenance), so live tables are fed without a pause.
 *
 * Before an event that newer code wrote it gives up the lock and pauses, so that a standby that knows the event takes over.
 */
export async function runProjector(options: ProjectorOptions): Promise<void> {
  const { url, log, signal, version = modelVersion } = options
  beginMeasuring()
  const pool = createPostgresPool({ url, name: 'projector heartbeat', max: 1 })
  const heartbeat = startHeartbeat({
    pool,
    service: 'projector',
    modelVersion: version,
    configReport: options.configReport,
    log,
  })
  const removeChecks = addChecks({
    ready: [heartbeat.assertReaching, assertLoopsWork, assertTables(pool, version)],
    servers: [postgresAnswers(url)],
  })
  const wakeSignal = createWakeSignal()
  const listener = createListener({ url, name: 'projector listen', channels: ['log'], log })
  listener.on('log', () => wakeSignal.notify())
  let progress = () => {}
  const session = createSession(
    () =>
      startFeeding(options, {
        onChange: () => wakeSignal.notify(),
        onStandby: () => progress(),
      }),
    (feeding) => feeding.stop(),
  )
  let givenUp = 0

  async function pass(onProgress: () => void): Promise<boolean> {
    progress = onProgress
    try {
      const { hasMoved, isBehind } = await session.run((feeding) => feeding.feedAll())
      if (hasMoved) givenUp = 0
      return isBehind
    } catch (error) {
      if (!(error instanceof StoppedError)) throw error
      // the session closed the connection, and with it went the lock
      givenUp += 1
      await pause(backoff(givenUp, pausesWithoutLock), signal)
      return true
    }
  }

  await runLoop({
    name: 'the feed',
    pass,
    wakeSignal,
    pollMs,
    maxPauseMs: 5_000,
    onError: (error) => log.error({ err: error }, 'projecting failed, starting again'),
    signal,
  })
  removeChecks()
  await session.close()
  await listener.close()
  await heartbeat.stop()
  await pool.end()
}

/**
 * A projector is ready as soon as the API processes of its model version are: while it builds their read tables, a rollout keeps the
 * projectors of the release before, which feed the tables of that release. Tables that a process uses stay: it looks until they are there.
 */
function assertTables(pool: pg.Pool, version: number): () => Promise<void> {
  let areLive = false
  return async () => {
    areLive ||= (await liveGeneration(pool, version)) !== undefined
    if (!areLive) throw new Error(`the read tables of model version ${version} are being built`)
  }
}

type Feeding = {
  /**
   * One batch for each generation. @returns whether one moved, and whether there may be more to feed at once
   * @throws StoppedError if all that is left to feed or to build is behind an event that newer code wrote
   */
  feedAll(): Promise<{ hasMoved: boolean; isBehind: boolean }>
  stop(): Promise<void>
}

type Listeners = {
  /** Other generations must be fed */
  onChange: () => void
  /** Called regularly while another projector has the lock */
  onStandby: () => void
}

/** Takes the lock and starts the maintenance beside the feeding. @throws the signal's reason if it aborts before */
async function startFeeding(options: ProjectorOptions, { onChange, onStandby }: Listeners): Promise<Feeding> {
  const { url, log, signal, silenceTimeoutMs = 10_000, version = modelVersion, readEvents } = options
  const client = await connect({ url, name: 'projector', statementTimeout: 60_000, lookups: true, log })
  try {
    await loseLocksWhenSilent(client, silenceTimeoutMs)
    await waitForLock(client, version, { signal, onStandby })
  } catch (error) {
    disconnect(client)
    throw error
  }
  log.info({ modelVersion: version }, 'projecting')
  const stopped = new AbortController()
  let unknown: StoppedError | undefined
  let [fed, listedAt]: [Generation[], number] = [[], 0]
  const maintenance = runMaintenance({
    url,
    log,
    version,
    signal: AbortSignal.any([signal, stopped.signal]),
    onChange() {
      listedAt = 0
      onChange()
    },
    onUnknownEvent(error) {
      unknown = error
    },
  })
  const feeder = createFeeder(client, log, readEvents)
  const chooseDue = createSchedule()

  async function listRecently(): Promise<Generation[]> {
    if (Date.now() - listedAt < listEveryMs) return fed
    // before the answer: what changes meanwhile resets it
    listedAt = Date.now()
    fed = await listFed(client, version)
    feeder.keepOnly(fed.map(({ generation }) => generation))
    return fed
  }

  return {
    async feedAll() {
      let [hasMoved, isBehind] = [false, false]
      for (const generation of chooseDue(await listRecently())) {
        if (signal.aborted) break
        const batch = await feeder.feed(generation)
        hasMoved ||= batch.hasMoved
        // a commit after a batch that was not full sends another notification
        isBehind ||= batch.mayHaveMore
      }
      if (hasMoved) return { hasMoved, isBehind }
      if (unknown) throw unknown
      feeder.throwIfUnknown()
      return { hasMoved, isBehind }
    },
    async stop() {
      disconnect(client)
      stopped.abort()
      await maintenance
    },
  }
}

/**
 * The live generation and those that follow the log are fed in each pass. Superseded ones only serve requests that began before
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

/** Polls instead of blocking in Postgres, so that a standby can be stopped at any moment. */
async function waitForLock(
  client: pg.Client,
  version: number,
  { signal, onStandby }: Pick<Listeners, 'onStandby'> & { signal: AbortSignal },
): Promise<void> {
  while (!(await tryLock(client, 'projector', version))) {
    onStandby()
    await pause(tryLockEveryMs, signal)
    signal.throwIfAborted()
  }
}

type Stop = { error: StoppedError; failures: number; until: number }

const nothing = { hasMoved: false, mayHaveMore: false }

type Feeder = {
  /** @returns whether events were applied, and whether there may be more */
  feed(generation: number): Promise<{ hasMoved: boolean; mayHaveMore: boolean }>
  /** Forgets all others, which were dropped or belong to another projector */
  keepOnly(generations: readonly number[]): void
  /** @throws StoppedError if a generation stands before an event that newer code wrote */
  throwIfUnknown(): void
}

/**
 * Feeds generations independently: one that stopped before an event that cannot be applied does not block the others. It is
 * tried again with backoff, and each failure is logged as an error.
 */
export function createFeeder(client: pg.ClientBase, log: Log, readEvents?: ReadEvents): Feeder {
  const stops = new Map<number, Stop>()
  const feeds = new Map<number, Feed>()

  function feedOf(generation: number): Feed {
    const feed = feeds.get(generation) ?? createFeed(client, generation, readEvents)
    feeds.set(generation, feed)
    return feed
  }

  return {
    async feed(generation) {
      if (Date.now() < (stops.get(generation)?.until ?? 0)) return nothing
      try {
        const applied = await feedOf(generation).next()
        if (applied && stops.delete(generation)) log.info({ generation }, 'projecting again')
        return applied ? { hasMoved: true, mayHaveMore: applied.mayHaveMore } : nothing
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error
        const failures = (stops.get(generation)?.failures ?? 0) + 1
        const pause = backoff(failures, { baseMs: 1_000, maxMs: 30_000 })
        stops.set(generation, { error, failures, until: Date.now() + pause })
        await recordStop(client, log, generation, error)
        return nothing
      }
    },
    keepOnly(generations) {
      for (const known of [stops, feeds]) {
        for (const generation of known.keys()) if (!generations.includes(generation)) known.delete(generation)
      }
    },
    throwIfUnknown() {
      for (const { error } of stops.values()) if (error.isUnknown) throw error
    },
  }
}

/** Stores the stop for `ops status`; the next batch that succeeds clears it. */
async function recordStop(
  client: pg.ClientBase,
  log: Log,
  generation: number,
  { position, type, message, cause }: StoppedError,
): Promise<void> {
  const { rowCount } = await client.query(
    `update read_generations
        set stopped_since = case when stopped_at = $2 then stopped_since else clock_timestamp() end,
            stopped_at = $2, stopped_type = $3, stopped_why = $4
      where generation = $1 and state <> 'dropped'`,
    [generation, position, type, message.slice(0, 500)],
  )
  if (rowCount === 0) return
  log.error(
    { err: cause, generation, position, type },
    `the projector stopped: event ${position} (${type}) cannot be applied`,
  )
}
