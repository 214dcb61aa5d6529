import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { builderSilenceMs, connect, createSession, disconnect, loseLocksWhenSilent } from './connection.ts'
import { StoppedError } from './feed/feed.ts'
import { ensureLiveGeneration } from './generations/ensure-live.ts'
import { retireGenerations } from './generations/retire.ts'

const pollMs = 5_000
const pruneEveryMs = 3_600_000

export type MaintenanceOptions = {
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
 * What the projector does besides feeding, on a connection of its own: makes sure that tables of this code's model version
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
