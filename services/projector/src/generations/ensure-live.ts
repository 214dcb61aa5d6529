import { modelVersion } from '@jaanch/contracts/model-version'
import type pg from 'pg'
import { tryLock, unlock } from '../feed/locks.ts'
import { fill, goLiveWhenAligned } from './fill.ts'
import { createGeneration, handOver, listGenerations, liveGeneration } from './generations.ts'

/** Small, because the projector feeds the old tables in the same process */
const batchSize = 1_000

/**
 * Makes sure that tables of this model version are live. If they are not, it builds them, or continues a build that a crash
 * interrupted. The live tables of other versions stay in use, fed by their own projectors.
 * @returns whether one went live
 */
export async function ensureLiveGeneration(
  client: pg.ClientBase,
  signal: AbortSignal,
  version = modelVersion,
): Promise<boolean> {
  if ((await liveGeneration(client, version)) || !(await tryLock(client, 'builder', version))) return false
  try {
    const number =
      (await findUnfinished(client, version)) ?? (await createGeneration(client, { version, bulk: true }))
    const generation = (await listGenerations(client)).find((candidate) => candidate.generation === number)
    if (generation?.state === 'filling') {
      await fill({ client, generation, signal, batchSize })
      if (signal.aborted) return false
      await handOver(client, number)
    }
    await goLiveWhenAligned(client, number, { signal })
    return true
  } finally {
    await unlock(client, 'builder', version).catch(() => {})
  }
}

async function findUnfinished(client: pg.ClientBase, version: number): Promise<number | undefined> {
  const all = await listGenerations(client)
  return all.find(
    (one) =>
      one.version === version &&
      one.madeFor === 'projector' &&
      (one.state === 'filling' || one.state === 'following'),
  )?.generation
}
