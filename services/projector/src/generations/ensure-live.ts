import { modelVersion } from '@jaanch/contracts/model-version'
import type { Log } from '@jaanch/platform/logging'
import { tryLock, unlock } from '@jaanch/storage/projector-locks'
import type pg from 'pg'
import { fill, goLiveWhenAligned } from './fill.ts'
import {
  createGeneration,
  type Generation,
  handOver,
  listGenerations,
  liveGeneration,
} from './generations.ts'
import { dropGeneration } from './retire.ts'

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
