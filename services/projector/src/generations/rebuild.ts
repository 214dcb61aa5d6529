import { modelVersion } from '@jaanch/booking-stream/model-version'
import { isLocked, tryLock } from '@jaanch/eventlog/read-generations'
import { findWrongCounts, findWrongPlaces } from '@jaanch/operations/places/find-wrong-places'
import { transactionOn } from '@jaanch/platform/postgres'
import { pause } from '@jaanch/platform/run-loop'
import type pg from 'pg'
import { builderSilenceMs, connect, loseLocksWhenSilent } from '../connection.ts'
import {
  type Comparison,
  compareWithLive,
  findCommonTables,
  maxExamples,
  type Pair,
  type TableComparison,
} from './compare.ts'
import { type FillProgress, feedUpTo, fill, goLiveWhenAligned } from './fill.ts'
import {
  BehindError,
  createGeneration,
  handOver,
  listEveryMs,
  liveGeneration,
  type MadeFor,
} from './generations.ts'
import { dropGeneration, retireGenerations } from './retire.ts'

/** A rebuild that cannot begin or continue. The message is for the operator. */
export class RebuildRefused extends Error {
  override name = 'RebuildRefused'
}

type Phase = 'filling' | 'comparing'

export type RebuildOptions = {
  url: string
  /** A replay makes the new generation live if it may; a verify drops it after the comparison */
  madeFor: Exclude<MadeFor, 'projector'>
  /** Whether a replay goes live although rows differ; default: never */
  accepts?: (compared: Compared) => boolean
  /** Called on the builder's connection in the transaction that makes the generation live: both happen, or neither */
  onLive?: ((client: pg.ClientBase, compared: Compared) => Promise<void>) | undefined
  signal: AbortSignal
  /** Called when a phase begins, and with each table that is compared */
  onPhase?: ((phase: Phase, table?: string) => void) | undefined
  onProgress?: (progress: FillProgress) => void
  /** Called with the reason if the streams cannot be folded one by one, and the log is fed in its order, which is slower */
  onFallback?: (error: unknown) => void
  version?: number
  /** Postgres ends the session of a builder that is silent for longer, ms; default: `builderSilenceMs` */
  silenceMs?: number | undefined
}

export type Compared = Comparison & {
  generation: number
  /** The generation that it was compared with */
  comparedWith: number
  /** Number of rows that differ */
  different: number
  /** Duration of the filling, ms */
  filling: number
  /** A sentence for each thing that only one of the generations has, or has otherwise */
  notCompared: string[]
}

export type Rebuilt = Compared & { wentLive: boolean }

/**
 * Builds the read tables from the log beside the live ones and compares both row by row, each row at the same position. Reads and
 * pushes continue, and no message is sent. If it ends early, even by kill -9, the live generation is unchanged: the new one is
 * dropped here or by the projector.
 * @throws RebuildRefused, StoppedError, and the signal's reason if it was interrupted
 */
export function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { url, madeFor, version = modelVersion, silenceMs } = options
  return asBuilder({ url, name: `ops ${madeFor}`, version, silenceMs }, async (client, live) => {
    if (madeFor === 'replay' && !(await isLocked(client, 'projector', version))) {
      throw new RebuildRefused(
        'No projector is running, so the new generation would not be fed: start it first.',
      )
    }
    const generation = await createGeneration(client, { version, madeFor, bulk: true })
    try {
      return await buildBeside(client, { live, rebuilt: generation }, options)
    } catch (error) {
      // if the connection is lost, the projector drops it
      await dropGeneration(client, generation).catch(() => {})
      throw error
    }
  })
}

type BuilderOptions = Pick<RebuildOptions, 'url' | 'silenceMs'> & { name: string; version: number }

/**
 * Does what only one process of a model version does at a time, with the connection that holds the builder's lock and the number of the
 * live generation. @throws RebuildRefused
 */
export async function asBuilder<Result>(
  { url, name, version, silenceMs = builderSilenceMs }: BuilderOptions,
  build: (client: pg.ClientBase, live: number) => Promise<Result>,
): Promise<Result> {
  const client = await connect({ url, name })
  try {
    await loseLocksWhenSilent(client, silenceMs)
    if (!(await tryLock(client, 'builder', version))) {
      throw new RebuildRefused('Another run is under way: wait for its end, or stop it.')
    }
    // before this process has begun a generation: see retireGenerations
    await retireGenerations(client, version)
    const live = await liveGeneration(client, version)
    if (!live) {
      throw new RebuildRefused(
        `No generation of model version ${version} is live yet: its projector builds the first one and makes it live.`,
      )
    }
    return await build(client, live.generation)
  } finally {
    await client.end().catch(() => {})
  }
}

async function buildBeside(client: pg.ClientBase, pair: Pair, options: RebuildOptions): Promise<Rebuilt> {
  const { url, madeFor, version = modelVersion, accepts = () => false, signal } = options
  const { onPhase, onProgress, onFallback = () => {} } = options
  onPhase?.('filling')
  const began = performance.now()
  const generation = { generation: pair.rebuilt, version, isIndexed: false }
  await fill({ url, client, generation, signal, onFallback, ...(onProgress && { onProgress }) })
  const filling = performance.now() - began
  signal.throwIfAborted()

  onPhase?.('comparing')
  const comparison = await compare(client, pair, options)
  signal.throwIfAborted()
  // a replay makes no places
  if (madeFor === 'verify') comparison.tables.push(...(await comparePlacesWithLog(client, pair.rebuilt)))
  const different = comparison.tables.reduce((sum, table) => sum + table.different, 0)
  const generations = { generation: pair.rebuilt, comparedWith: pair.live }
  const compared = { ...comparison, ...generations, different, filling, notCompared: [] }

  const wentLive = madeFor === 'replay' && (different === 0 || accepts(compared))
  if (wentLive) await makeLive(client, compared, options)
  else await dropGeneration(client, pair.rebuilt)
  return { ...compared, wentLive }
}

/** @throws Error if the tables of the two generations are defined differently */
async function compare(
  client: pg.ClientBase,
  pair: Pair,
  { url, signal, onPhase }: RebuildOptions,
): Promise<Comparison> {
  const { tables, onlyLive, onlyRebuilt } = await findCommonTables(client, pair)
  const others = [...onlyLive, ...onlyRebuilt]
  if (others.length > 0) throw new Error(`Not in both generations, or without a key: ${others.join(', ')}`)
  const feedRebuilt = (position: number) => feedUpTo(client, pair.rebuilt, position)
  return compareWithLive({ url, signal, onPhase, feedRebuilt, tables, ...pair })
}

/**
 * The projector feeds it before it goes live: reaching the live checkpoint proves that the projector can. Until the projector has
 * listed it, it would only prove that nothing was appended meanwhile, or that this process fed it.
 */
async function makeLive(
  client: pg.ClientBase,
  compared: Compared,
  { signal, onLive, version = modelVersion }: RebuildOptions,
): Promise<void> {
  const { generation } = compared
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

/**
 * Compares the places of visits with what the log says of their bookings, and the counts of labs' days with the places. Live is what
 * the tables have, rebuilt what they should have; rows are counted from yesterday on.
 * @param generation that was just rebuilt
 */
function comparePlacesWithLog(client: pg.ClientBase, generation: number): Promise<TableComparison[]> {
  return transactionOn(client, async () => {
    await client.query('set transaction isolation level repeatable read, read only')
    const places = await findWrongPlaces(client, generation)
    const counts = await findWrongCounts(client)
    const rows = await countRows(client)
    const [visitPlaces, labDays] = ['visit_places', 'lab_days'] as const
    const placeExamples = places.slice(0, maxExamples).map(({ visit, taken, said }) => ({
      table: visitPlaces,
      key: { id: visit },
      live: taken,
      rebuilt: said,
    }))
    const countExamples = counts.slice(0, maxExamples).map(({ labPartnerId, date, stored, counted }) => ({
      table: labDays,
      key: { lab_partner_id: labPartnerId, date },
      live: { taken: stored },
      rebuilt: { taken: counted },
    }))
    const missing = places.filter(({ taken }) => taken === null).length
    const surplus = places.filter(({ said }) => said === null).length
    return [
      {
        table: visitPlaces,
        live: rows.places,
        rebuilt: rows.places + missing - surplus,
        different: places.length,
        examples: placeExamples,
      },
      {
        table: labDays,
        live: rows.days,
        rebuilt: rows.days,
        different: counts.length,
        examples: countExamples,
      },
    ]
  })
}

async function countRows(client: pg.ClientBase): Promise<{ places: number; days: number }> {
  const { rows } = await client.query<{ places: number; days: number }>(
    `select (select count(*) from visit_places where bookings > 0 and date >= day) as places,
            (select count(*) from lab_days where date >= day) as days
       from (select (clock_timestamp() at time zone 'Asia/Kolkata')::date - 1 as day) yesterday`,
  )
  return rows[0] as { places: number; days: number }
}
