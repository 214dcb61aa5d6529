import { modelVersion } from '@jaanch/contracts/model-version'
import type { ProjectionName } from '@jaanch/contracts/projections'
import { pause } from '@jaanch/platform/run-loop'
import { tablesOfProjection } from '@jaanch/projections/projections'
import { isLocked, tryLock } from '@jaanch/storage/projector-locks'
import type pg from 'pg'
import { builderSilenceMs, connect, loseLocksWhenSilent } from '../connection.ts'
import { openAlignedSnapshots } from './aligned-snapshot.ts'
import { type Comparison, compareGenerations } from './compare.ts'
import type { Pair } from './compare-chunk.ts'
import { comparePlacesWithLog } from './compare-places.ts'
import { type FillProgress, feedUpTo, fill, goLiveWhenAligned } from './fill.ts'
import type { Gate } from './gate.ts'
import {
  BehindError,
  createGeneration,
  type Generation,
  handOver,
  listEveryMs,
  listGenerations,
  liveGeneration,
  type MadeFor,
} from './generations.ts'
import { dropGeneration, retireGenerations } from './retire.ts'

const feedWhileDecidingMs = 1_000

/** A rebuild that cannot begin or continue. The message is for the operator. */
export class RebuildRefused extends Error {
  override name = 'RebuildRefused'
}

type Phase = 'filling' | 'comparing' | 'going live' | 'dropping'

export type RebuildOptions = {
  url: string
  madeFor: Exclude<MadeFor, 'projector'>
  /** Makes the new generation live if it equals the live one. Otherwise it is dropped after the comparison */
  swap: boolean
  /** Makes it live even if it differs */
  acceptDifferences?: boolean
  /**
   * Decides with the differences whether it goes live; the new generation is kept up to date meanwhile. What goes live is compared
   * again before, and asked about again if any table has more or other differences than those that were accepted
   */
  decide?: ((compared: Compared) => Promise<boolean>) | undefined
  /** Rebuilds only its tables; the others are copies of the live ones. Default: all */
  projection?: ProjectionName | undefined
  /** Called between two steps of filling and comparing: pauses them */
  gate?: Gate
  /** Called on the builder's connection in the transaction that makes the generation live: both happen, or neither */
  onLive?: ((client: pg.ClientBase, compared: Compared) => Promise<void>) | undefined
  signal: AbortSignal
  onPhase?: (phase: Phase, about?: string) => void
  onProgress?: (progress: FillProgress) => void
  /** Called with the reason if the streams cannot be folded one by one, and the log is fed in its order, which is slower */
  onFallback?: (error: unknown) => void
  version?: number
  /** Postgres ends the session of a builder that is silent for longer, ms; default: `builderSilenceMs` */
  silenceMs?: number
}

export type Compared = Comparison & {
  generation: number
  /** The generation that it was compared with */
  comparedWith: number
  /** Number of rows that differ */
  different: number
  /** Duration of the filling, ms */
  filling: number
}

export type Rebuilt = Compared & { wentLive: boolean }

/**
 * Builds the read tables from the log beside the live ones and compares both row by row, each row at the same position. Reads and
 * pushes continue, and no message is sent. If it ends early, even by kill -9, the live generation is unchanged: the new one is
 * dropped here or by the projector.
 * @throws RebuildRefused, StoppedError, and the signal's reason if it was interrupted
 */
export async function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { url, madeFor, version = modelVersion, silenceMs = builderSilenceMs } = options
  const client = await connect({ url, name: `ops ${madeFor}` })
  try {
    await loseLocksWhenSilent(client, silenceMs)
    if (!(await tryLock(client, 'builder', version))) {
      throw new RebuildRefused('Another replay or verify is under way: wait for its end, or end it.')
    }
    // before this process has begun a generation: see retireGenerations
    await retireGenerations(client, version)
    const live = await liveOfThisVersion(client, version, options.swap)
    const generation = await createGeneration(client, { version, madeFor, bulk: true })
    try {
      return await buildBeside(client, { live, number: generation }, options)
    } catch (error) {
      // if the connection is lost, the projector drops it
      await dropGeneration(client, generation).catch(() => {})
      throw error
    }
  } finally {
    await client.end().catch(() => {})
  }
}

async function liveOfThisVersion(client: pg.ClientBase, version: number, swap: boolean): Promise<Generation> {
  const live = await liveGeneration(client, version)
  if (!live) {
    throw new RebuildRefused(
      `No generation of model version ${version} is live yet: its projector builds the first one and makes it live.`,
    )
  }
  if (swap && !(await isLocked(client, 'projector', version))) {
    throw new RebuildRefused(
      'No projector is running, so the new generation would not be fed: start it first.',
    )
  }
  return live
}

async function buildBeside(
  client: pg.ClientBase,
  { live, number }: { live: Generation; number: number },
  options: RebuildOptions,
): Promise<Rebuilt> {
  const { url, signal, onPhase, onProgress, onFallback = () => {}, projection, gate } = options
  const generation = (await listGenerations(client)).find(
    (candidate) => candidate.generation === number,
  ) as Generation
  onPhase?.('filling')
  const began = performance.now()
  await fill({
    url,
    client,
    generation,
    signal,
    onFallback,
    projection,
    ...(gate && { gate }),
    ...(onProgress && { onProgress }),
  })
  const filling = performance.now() - began

  async function compare(): Promise<Compared> {
    signal.throwIfAborted()
    onPhase?.('comparing')
    const compared = await compareWithLive(client, { live: live.generation, rebuilt: number }, options)
    signal.throwIfAborted()
    const { madeFor } = options
    // a replay makes no places: `ops places` does
    if (madeFor === 'verify' && (projection ?? 'bookings') === 'bookings') {
      compared.tables.push(...(await comparePlacesWithLog(client, number)))
    }
    const different = compared.tables.reduce((sum, table) => sum + table.different, 0)
    return { ...compared, generation: number, comparedWith: live.generation, different, filling }
  }

  const { compared, mayGoLive } = await compareAndDecide(client, compare, options)
  onPhase?.(mayGoLive ? 'going live' : 'dropping')
  if (mayGoLive) await makeLive(client, generation, options, compared)
  else await dropGeneration(client, number)
  return { ...compared, wentLive: mayGoLive }
}

async function compareAndDecide(
  client: pg.ClientBase,
  compare: () => Promise<Compared>,
  { swap, acceptDifferences = false, decide, signal }: RebuildOptions,
): Promise<{ compared: Compared; mayGoLive: boolean }> {
  let compared = await compare()
  if (!swap) return { compared, mayGoLive: false }
  if (!decide) return { compared, mayGoLive: compared.different === 0 || acceptDifferences }
  for (;;) {
    const asked = compared
    if (!(await whileFed(client, asked, decide(asked)))) return { compared, mayGoLive: false }
    signal.throwIfAborted()
    compared = await compare()
    if (!exceeds(compared, asked)) return { compared, mayGoLive: true }
  }
}

/**
 * Whether a table has more differences than those that were accepted, or, where all of them were shown, another one. A difference
 * may heal while bookings go on.
 */
function exceeds(compared: Compared, accepted: Compared): boolean {
  return compared.tables.some(({ different, examples }, index) => {
    const { different: known = 0, examples: shown = [] } = accepted.tables[index] ?? {}
    if (different > known) return true
    const keys = new Set(shown.map(({ key }) => JSON.stringify(key)))
    return known === shown.length && examples.some(({ key }) => !keys.has(JSON.stringify(key)))
  })
}

/**
 * Waits for a decision, and feeds the generation up to the live checkpoint every second: the session of the builder lasts, and the
 * next comparison has little to catch up with.
 */
async function whileFed(
  client: pg.ClientBase,
  { generation, comparedWith }: Compared,
  deciding: Promise<boolean>,
): Promise<boolean> {
  const decided = new AbortController()
  const decision = deciding.finally(() => decided.abort())
  // its failure is reported below
  decision.catch(() => {})
  while (!decided.signal.aborted) {
    const live = (await listGenerations(client)).find((one) => one.generation === comparedWith)
    if (live) await feedUpTo(client, generation, live.position)
    await pause(feedWhileDecidingMs, decided.signal)
  }
  return decision
}

async function compareWithLive(
  client: pg.ClientBase,
  pair: Pair,
  { url, signal, onPhase, projection, gate }: RebuildOptions,
): Promise<Comparison> {
  const snapshots = await openAlignedSnapshots({ url, builder: client, ...pair })
  const only = projection && tablesOfProjection[projection]
  try {
    return await compareGenerations({ client, snapshots, ...pair, only, gate }, (table) => {
      signal.throwIfAborted()
      onPhase?.('comparing', table)
    })
  } finally {
    await snapshots.close()
  }
}

/**
 * The projector feeds it before it goes live: reaching the live checkpoint proves that the projector can. Until the projector has
 * listed it, it would only prove that nothing was appended meanwhile, or that this process fed it.
 */
async function makeLive(
  client: pg.ClientBase,
  { generation, version }: Generation,
  { signal, onLive }: RebuildOptions,
  compared: Compared,
): Promise<void> {
  const live = await liveGeneration(client, version)
  if (live) await feedUpTo(client, generation, live.position)
  await handOver(client, generation)
  await pause(2 * listEveryMs, signal)
  signal.throwIfAborted()
  const alongside = onLive && (() => onLive(client, compared))
  await goLiveWhenAligned(client, generation, { signal, alongside }).catch((error) => {
    if (!(error instanceof BehindError)) throw error
    throw new RebuildRefused(
      `The projector did not keep up, the old generation stays live: ${error.message}.`,
    )
  })
}
