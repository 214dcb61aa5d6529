import type { Log } from '@jaanch/platform/logging'
import { runLoop } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { connect, createSession, disconnect } from './connection.ts'
import { isLocked } from './feed/locks.ts'
import { ensureLiveGeneration } from './generations/ensure-live.ts'
import { liveGeneration } from './generations/generations.ts'
import { retireGenerations } from './generations/retire.ts'

const pollMs = 5_000
/** A restart of a newer projector takes seconds; one that is away for longer was rolled back by its operators */
const rolledBackAfterMs = 30_000
const pruneEveryMs = 3_600_000

export type MaintenanceOptions = {
  url: string
  log: Log
  signal: AbortSignal
  version: number
  /** Called when another generation went live and must be fed */
  onChange: () => void
}

/**
 * What the projector does besides feeding, on a connection of its own: makes sure that tables of this code's model version
 * are live, drops generations that are no longer used, prunes `read_batches`. Continues after every failure.
 */
export async function runMaintenance(options: MaintenanceOptions): Promise<void> {
  const { url, log, signal, version, onChange } = options
  const session = createSession(() => connect({ url, name: 'projector maintenance', log }), disconnect)
  const newerCode = watchNewerCode(version)
  let prunedAt = 0

  async function maintain(client: pg.ClientBase): Promise<void> {
    signal.throwIfAborted()
    if (!(await newerCode.isInCharge(client)) && (await ensureLiveGeneration(client, signal, version))) {
      log.info({ version }, 'read tables of this model version went live')
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
    pass: () => session.run(maintain).then(() => false),
    pollMs,
    maxPauseMs: 10_000,
    onError: (error) => log.error({ err: error }, 'maintenance of the generations failed, trying again'),
    signal,
  })
  signal.removeEventListener('abort', close)
  await session.close()
}

/**
 * During a rolling deployment newer code may have made its tables live already: this projector must not replace them with
 * its own. If no projector has fed them for a while, the newer code was rolled back, and then it must.
 */
function watchNewerCode(version: number): { isInCharge(client: pg.ClientBase): Promise<boolean> } {
  let goneSince: number | undefined
  return {
    async isInCharge(client) {
      const live = await liveGeneration(client)
      if (!live || live.version <= version) return false
      if (await isLocked(client, 'projector', live.version)) goneSince = undefined
      else goneSince ??= Date.now()
      return goneSince === undefined || Date.now() - goneSince < rolledBackAfterMs
    },
  }
}

/** A week of rows, and at most those of the last million positions. */
async function pruneBatches(client: pg.ClientBase): Promise<void> {
  await client.query(
    `delete from read_batches
      where at < now() - interval '7 days' or upto < (select max(upto) from read_batches) - 1000000`,
  )
}
