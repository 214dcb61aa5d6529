import { setTimeout } from 'node:timers/promises'
import type { Log } from '@jaanch/platform/logging'
import { backoff } from '@jaanch/platform/retry'
import type pg from 'pg'
import { isLocked } from './feed/locks.ts'
import { connectForLong } from './generations/connection.ts'
import { ensureLiveGeneration } from './generations/ensure-live.ts'
import { liveGeneration } from './generations/generations.ts'
import { retireGenerations } from './generations/retire.ts'

const every = 5_000
/** A restart of a newer projector takes seconds; one that is away for longer was taken back by its operators, ms */
const takenBackAfter = 30_000
const pruneEvery = 3_600_000

export type HouseOptions = {
  url: string
  log: Log
  signal: AbortSignal
  version: number
  /** Called when there is another generation to feed */
  onChange: () => void
}

/**
 * What the projector does beside feeding, on a connection of its own: sees to it that tables of this code's shape are live,
 * drops generations that nobody needs, prunes what is kept for a while only. Goes on for ever, whatever fails.
 */
export async function keepHouse(options: HouseOptions): Promise<void> {
  const { log, signal } = options
  for (let failures = 0; !signal.aborted; ) {
    const began = Date.now()
    try {
      await keepHouseUntilItFails(options)
    } catch (error) {
      if (signal.aborted) return
      failures = Date.now() - began > 30_000 ? 1 : failures + 1
      log.error({ err: error }, 'looking after the generations failed, trying again')
      await setTimeout(backoff(failures, { maxMs: 10_000 }), undefined, { signal }).catch(() => {})
    }
  }
}

async function keepHouseUntilItFails({ url, log, signal, version, onChange }: HouseOptions): Promise<void> {
  const client = await connectForLong(url, 'projector house', log)
  const end = () => void client.end().catch(() => {})
  signal.addEventListener('abort', end, { once: true })
  const newerCode = watchNewerCode(client, version)
  let pruned = 0
  try {
    while (!signal.aborted) {
      if (!(await newerCode.isInCharge()) && (await ensureLiveGeneration(client, signal, version))) {
        log.info({ version }, 'read tables of this shape went live')
        onChange()
      }
      const retired = await retireGenerations(client, version)
      if (retired.length > 0) log.info({ generations: retired }, 'dropped read tables that nobody reads')
      if (Date.now() - pruned > pruneEvery) {
        await pruneBatches(client)
        pruned = Date.now()
      }
      await setTimeout(every, undefined, { signal }).catch(() => {})
    }
  } finally {
    signal.removeEventListener('abort', end)
    end()
  }
}

/**
 * During a rolling deployment newer code may have put its tables live already: this projector must not put its own back. When
 * nobody has fed those for a while, the newer code was taken back, and then it must.
 */
function watchNewerCode(client: pg.ClientBase, version: number): { isInCharge(): Promise<boolean> } {
  let goneSince: number | undefined
  return {
    async isInCharge() {
      const live = await liveGeneration(client)
      if (!live || live.version <= version) return false
      if (await isLocked(client, 'projector', live.version)) goneSince = undefined
      else goneSince ??= Date.now()
      return goneSince === undefined || Date.now() - goneSince < takenBackAfter
    },
  }
}

/** A week of them, and never more than a million positions' worth. */
async function pruneBatches(client: pg.ClientBase): Promise<void> {
  await client.query(
    `delete from read_batches
      where at < now() - interval '7 days' or upto < (select max(upto) from read_batches) - 1000000`,
  )
}
