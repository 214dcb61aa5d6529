import { modelVersion } from '@jaanch/booking-stream/model-version'
import { tryLock, unlock } from '@jaanch/eventlog/read-generations'
import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { builderSilenceMs, connect, createSession, disconnect, loseLocksWhenSilent } from './connection.ts'
import { StoppedError } from './feed/feed.ts'
import { fill, goLiveWhenAligned } from './generations/fill.ts'
import {
  createGeneration,
  type Generation,
  handOver,
  listGenerations,
  liveGeneration,
} from './generations/generations.ts'
import { dropGeneration, retireGenerations } from './generations/retire.ts'

const pollMs = 5_000
const pruneEveryMs = 3_600_000

type MaintenanceOptions = {
  url: string
  log: Log
  signal: AbortSignal
  version: number
  /** Called when another generation went live and must be fed */
  onChange: () => void
  /** Called when a build stopped before an event that newer code wrote */
  onUnknownEvent: (error: StoppedError) => void
}

/**
 * The work of the projector besides feeding, on a connection of its own: it makes sure that tables of this code's model version
 * are live, drops generations that are no longer used, prunes `read_batches`. Continues after every failure.
 */
export async function runMaintenance(options: MaintenanceOptions): Promise<void> {
  const { url, log, signal, version, onChange, onUnknownEvent } = options
  const session = createSession(open, disconnect)
  let prunedAt = 0

  async function open(): Promise<pg.Client> {
    const client = await connect({ url, name: 'projector maintenance', log })
    await loseLocksWhenSilent(client, builderSilenceMs)
    return client
  }

  async function maintain(client: pg.ClientBase): Promise<void> {
    signal.throwIfAborted()
    if (await ensureLiveGeneration(client, { url, log, signal, version })) {
      log.info({ modelVersion: version }, 'read tables of this model version went live')
      onChange()
    }
    const retired = await retireGenerations(client, version)
    if (retired.length > 0) log.info({ generations: retired }, 'dropped read tables that are no longer used')
    if (Date.now() - prunedAt < pruneEveryMs) return
    await pruneBatches(client)
    prunedAt = Date.now()
  }

  // closing the connection ends a statement that may take minutes
  const close = () => session.close()
  signal.addEventListener('abort', close, { once: true })
  await runLoop({
    name: 'the maintenance of generations',
    pass: () => session.run(maintain).then(() => false),
    pollMs,
    // a build takes as long as the log is
    hangsAfterMs: Number.POSITIVE_INFINITY,
    maxPauseMs: 10_000,
    onError(error) {
      log.error({ err: error }, 'maintenance of the generations failed, trying again')
      if (error instanceof StoppedError && error.isUnknown) onUnknownEvent(error)
    },
    signal,
  })
  signal.removeEventListener('abort', close)
  await session.close()
}

/** A week of rows, and at most those of the last million positions. */
async function pruneBatches(client: pg.ClientBase): Promise<void> {
  await client.query(
    `delete from read_batches
      where at < now() - interval '7 days' or upto < (select max(upto) from read_batches) - 1000000`,
  )
}

const foldingFailed = 'read tables could not be filled stream by stream, feeding them in the order of the log'

type Options = { url: string; log: Log; signal: AbortSignal; version?: number }

/**
 * Makes sure that tables of this model version are live. If they are not, it builds them. A build that was interrupted while it fed
 * events, as before one that cannot be applied, is continued. The live tables of other versions stay in use, fed by their own projectors.
 * @returns whether one went live
 */
export async function ensureLiveGeneration(
  client: pg.ClientBase,
  { url, log, signal, version = modelVersion }: Options,
): Promise<boolean> {
  if ((await liveGeneration(client, version)) || !(await tryLock(client, 'builder', version))) return false
  try {
    const number =
      (await findUnfinished(client, version)) ?? (await createGeneration(client, { version, bulk: true }))
    const generation = (await listGenerations(client)).find((candidate) => candidate.generation === number)
    if (generation?.state === 'filling') {
      await fill({
        url,
        client,
        generation,
        signal,
        onFallback: (error) => log.error({ err: error, generation: number }, foldingFailed),
      })
      if (signal.aborted) return false
      await handOver(client, number)
    }
    await goLiveWhenAligned(client, number, { signal })
    return true
  } finally {
    await unlock(client, 'builder', version).catch(() => {})
  }
}

/**
 * A build that was interrupted before its tables had a checkpoint and all indexes is dropped, since a builder that was only frozen may
 * still write to them: it begins again in others.
 */
async function findUnfinished(client: pg.ClientBase, version: number): Promise<number | undefined> {
  const unfinished = (await listGenerations(client)).filter(
    (one) =>
      one.version === version &&
      one.madeFor === 'projector' &&
      (one.state === 'filling' || one.state === 'following'),
  )
  const isUsable = ({ isIndexed, position }: Generation) => isIndexed && position > 0
  for (const { generation } of unfinished.filter((one) => !isUsable(one))) {
    await dropGeneration(client, generation)
  }
  return unfinished.find(isUsable)?.generation
}
