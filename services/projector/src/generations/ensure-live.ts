import type pg from 'pg'
import { tryLock, unlock } from '../feed/locks.ts'
import { fill, goLiveWhenLevel } from './fill.ts'
import { createGeneration, handOver, listGenerations } from './generations.ts'
import { modelVersion } from './model-version.ts'

/** Small, for the projector goes on feeding the old tables in the same process */
const batch = 1_000

/**
 * Sees to it that tables of this version's shape are live. Where they are not, it builds them, or goes on with what was begun
 * before a crash; those that are live serve until then, fed by their own projector.
 * @returns whether one went live
 */
export async function ensureLiveGeneration(
  client: pg.ClientBase,
  signal: AbortSignal,
  version = modelVersion,
): Promise<boolean> {
  const isLive = (await listGenerations(client)).some(
    (one) => one.state === 'live' && one.version === version,
  )
  if (isLive || !(await tryLock(client, 'builder', version))) return false
  try {
    const number =
      (await begunBefore(client, version)) ?? (await createGeneration(client, { version, bulk: true }))
    const generation = (await listGenerations(client)).find((one) => one.generation === number)
    if (generation?.state === 'filling') {
      await fill({ client, generation, signal, batch })
      if (signal.aborted) return false
      await handOver(client, number)
    }
    await goLiveWhenLevel(client, number, { signal })
    return true
  } finally {
    await unlock(client, 'builder', version).catch(() => {})
  }
}

async function begunBefore(client: pg.ClientBase, version: number): Promise<number | undefined> {
  const all = await listGenerations(client)
  return all.find(
    (one) =>
      one.version === version &&
      one.madeFor === 'projector' &&
      (one.state === 'filling' || one.state === 'following'),
  )?.generation
}
