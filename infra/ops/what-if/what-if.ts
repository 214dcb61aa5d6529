import { modelVersion } from '@jaanch/contracts/model-version'
import { builderSilenceMs, connect, keepAwake, loseLocksWhenSilent } from '@jaanch/projector/connection'
import { openAlignedSnapshots } from '@jaanch/projector/generations/aligned-snapshot'
import { type CommonTables, findCommonTables } from '@jaanch/projector/generations/common-tables'
import { compareGenerations } from '@jaanch/projector/generations/compare'
import { liveGeneration } from '@jaanch/projector/generations/generations'
import type { Rebuilt } from '@jaanch/projector/generations/rebuild'
import { dropGeneration, retireGenerations } from '@jaanch/projector/generations/retire'
import { tryLock } from '@jaanch/storage/projector-locks'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { type Builder, startBuilder } from './start-builder.ts'

type Options = {
  url: string
  /** With the other version of the packages */
  directory: string
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
  onFallback: (why: string) => void
  onComparing: () => void
}

export type WhatIf = Rebuilt &
  Pick<CommonTables, 'onlyLive' | 'onlyRebuilt'> & {
    /** Of the other code; its tables are compared with those of this code's */
    otherVersion: number
  }

/**
 * Folds the log with another version of the projections, in a process of its own, into a generation that never goes live, and
 * compares it with the live one of this version. The generation is dropped at the end, by the projector if this process is killed.
 * @throws Problem, and the signal's reason if it was interrupted
 */
export async function whatIf(options: Options): Promise<WhatIf> {
  const client = await connect({ url: options.url, name: 'ops what-if lock' })
  let rest: (() => Promise<void>) | undefined
  try {
    await loseLocksWhenSilent(client, builderSilenceMs)
    if (!(await tryLock(client, 'builder', modelVersion))) {
      throw new Problem('Another replay or verify is under way: wait for its end, or end it.')
    }
    // before the other process has begun a generation: see retireGenerations
    await retireGenerations(client, modelVersion)
    const live = await liveGeneration(client, modelVersion)
    if (!live) throw new Problem(`No generation of model version ${modelVersion} is live yet.`)
    rest = keepAwake([client])
    return await buildAndCompare(client, live.generation, options)
  } finally {
    await rest?.()
    await client.end().catch(() => {})
  }
}

async function buildAndCompare(client: pg.ClientBase, live: number, options: Options): Promise<WhatIf> {
  const { url, signal, onComparing } = options
  signal.throwIfAborted()
  const began = performance.now()
  const builder = startBuilder({ ...options, version: modelVersion })
  try {
    const otherVersion = await builder.filled
    const filling = performance.now() - began
    const rebuilt = builder.generation() as number
    onComparing()
    const pair = { live, rebuilt }
    const { tables, ...others } = await findCommonTables(client, pair)
    const snapshots = await openAlignedSnapshots({ url, builder: builder.feedUpTo, ...pair })
    try {
      const compared = await compareGenerations({ snapshots, tables, ...pair }, () => signal.throwIfAborted())
      const different = compared.tables.reduce((sum, table) => sum + table.different, 0)
      const about = { generation: rebuilt, comparedWith: live, different, wentLive: false, filling }
      return { ...compared, ...about, ...others, otherVersion }
    } finally {
      await snapshots.close()
    }
  } finally {
    await endBuilder(client, builder)
  }
}

async function endBuilder(client: pg.ClientBase, builder: Builder): Promise<void> {
  await builder.end()
  const generation = builder.generation()
  // if the connection is lost, the projector drops it
  if (generation !== undefined) await dropGeneration(client, generation).catch(() => {})
}
