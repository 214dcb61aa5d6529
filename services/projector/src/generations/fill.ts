import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import {
  emptyState,
  emptyTotals,
  project,
  type Rows,
  rowTables,
  type Totals,
} from '@jaanch/booking-stream/project'
import { storedDays } from '@jaanch/booking-stream/statistics'
import type { Recorded } from '@jaanch/eventlog/events'
import { eventColumns, readHead, revive } from '@jaanch/eventlog/read'
import { nameIn, type RowTable } from '@jaanch/eventlog/read-generations'
import { decodeCopyLine, encodeCopyLine } from '@jaanch/platform/copy-text'
import { isTransient } from '@jaanch/platform/postgres'
import { pause } from '@jaanch/platform/run-loop'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { builderSilenceMs, connect, keepAwake, loseLocksWhenSilent } from '../connection.ts'
import { createFeed } from '../feed/feed.ts'
import { writeTotals } from '../feed/write.ts'
import {
  analyzeTables,
  BehindError,
  createIndexes,
  emptyTables,
  type Generation,
  goLive,
  liveGeneration,
  setCheckpoint,
} from './generations.ts'

/** Larger than the projector's: fewer commits, and the events of a booking are more often in one batch and one write. */
const bulkBatchSize = 5_000

export type FillProgress = { done: number; total: number }

type FillOptions = {
  url: string
  /** The connection that holds the builder lock */
  client: pg.ClientBase
  generation: Pick<Generation, 'generation' | 'version' | 'isIndexed'>
  signal: AbortSignal
  onProgress?: (progress: FillProgress) => void
  /** Called with the reason before it starts again in the order of the log */
  onFallback: (error: unknown) => void
}

/**
 * Fills a generation up to the checkpoint of the live one of its model version or, if none is live, to the end of the log: first
 * the rows, stream by stream, then the indexes, then the events that were appended meanwhile, then the planner's statistics,
 * without which the first requests would read whole tables. Its commits do not wait for the disk: a crash undoes rows and
 * checkpoint together, and the commit of going live flushes all of them.
 *
 * If an event cannot be applied, it starts again in the order of the log, which is slower, and stops before that event.
 * @throws StoppedError, LostLockError
 */
export async function fill(options: FillOptions): Promise<void> {
  const { url, client, generation, signal } = options
  const number = generation.generation
  await client.query('set synchronous_commit = off')
  try {
    if (!generation.isIndexed) {
      await foldIntoEmpty(options)
      if (!signal.aborted) await createIndexes(client, number, url)
    }
    await feedTables(options)
    if (!signal.aborted) await analyzeTables(client, number)
  } finally {
    await client.query('reset synchronous_commit').catch(() => {})
  }
}

async function foldIntoEmpty(options: FillOptions): Promise<void> {
  const { url, client, generation, signal, onProgress, onFallback } = options
  const number = generation.generation
  const upto = await targetOf(client, generation.version)
  const progress = onProgress && ((events: number) => onProgress({ done: events, total: upto }))
  try {
    await foldStreams({ url, client, generation: number, upto, signal, onProgress: progress })
  } catch (error) {
    if (isTransient(error) || signal.aborted) throw error
    onFallback(error)
    await emptyTables(client, number)
    return
  }
  if (!signal.aborted) await setCheckpoint(client, number, upto)
}

async function feedTables(options: FillOptions): Promise<void> {
  const { client, generation, signal, onProgress } = options
  const feed = createFeed(client, generation.generation)
  let done = await positionOf(client, generation.generation)
  const target = () => targetOf(client, generation.version)
  for (let total = await target(); !signal.aborted; total = await target()) {
    onProgress?.({ done, total })
    if (done >= total) return
    done = (await feed.next(Math.min(bulkBatchSize, total - done)))?.position ?? total
  }
}

/** Feeds a generation up to exactly this position. */
export async function feedUpTo(client: pg.ClientBase, generation: number, position: number): Promise<void> {
  const feed = createFeed(client, generation)
  for (let at = await positionOf(client, generation); at < position; ) {
    const applied = await feed.next(Math.min(bulkBatchSize, position - at))
    if (applied === undefined) return
    at = applied.position
  }
}

async function positionOf(client: pg.ClientBase, generation: number): Promise<number> {
  const { rows } = await client.query<{ position: number }>(
    'select position from read_generations where generation = $1',
    [generation],
  )
  return rows[0]?.position ?? 0
}

/** Events after the live one's checkpoint cannot be compared with it. */
async function targetOf(client: pg.ClientBase, version: number): Promise<number> {
  return (await liveGeneration(client, version))?.position ?? (await readHead(client))
}

const tryGoLiveEveryMs = 15

/**
 * Makes a generation that the projector feeds live as soon as it lacks no events of the live one.
 * @param timeoutMs after which it gives up @throws BehindError after the timeout
 */
export async function goLiveWhenAligned(
  client: pg.ClientBase,
  generation: number,
  {
    signal,
    timeoutMs = 60_000,
    alongside,
  }: { signal: AbortSignal; timeoutMs?: number; alongside?: (() => Promise<void>) | undefined },
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    try {
      return await goLive(client, generation, alongside)
    } catch (error) {
      if (!(error instanceof BehindError) || signal.aborted || Date.now() > deadline) throw error
    }
    await pause(tryGoLiveEveryMs, signal)
  }
}

/** Numbers that are summed in memory before they are written: some 50 MB; a million bookings have about half a million */
const maxTotals = 250_000

type FoldOptions = {
  url: string
  /** The connection that holds the builder lock: writes all rows but the notifications */
  client: pg.ClientBase
  /** Empty, and without indexes */
  generation: number
  /** Position of the last event that counts */
  upto: number
  signal: AbortSignal
  /** Called with the number of events that were folded */
  onProgress?: ((events: number) => void) | undefined
}

/**
 * Writes the rows of all events up to a position into empty tables: reads the log stream by stream, folds each stream once and
 * copies each row once, while the next chunk is read. The notifications, six for each booking, have a connection of their
 * own. The checkpoint stays: after a failure the tables contain anything.
 */
export async function foldStreams(options: FoldOptions): Promise<void> {
  const { url, client, generation, upto, signal, onProgress } = options
  const reader = await connect({ url, name: 'projector read' })
  const second = await connect({ url, name: 'projector copy' }).catch(async (error) => {
    await reader.end()
    throw error
  })
  // events that make no rows, as those of users, leave both without a statement for as long as a chunk takes to read
  const rest = keepAwake([client, second])
  let [events, writing]: [number, Promise<unknown>] = [0, Promise.resolve()]
  try {
    await loseLocksWhenSilent(second, builderSilenceMs)
    await second.query('set synchronous_commit = off')
    const totals = emptyTotals(await lastDayLeftOut(client, upto))
    for await (const chunk of readWholeStreams(reader, upto)) {
      if (signal.aborted) break
      const { rows } = project(emptyState(), chunk, totals)
      events += chunk.length
      await writing
      onProgress?.(events)
      writing = writeRows({ client, second, generation, rows, totals })
      // a failure is reported by the next await
      writing.catch(() => {})
    }
    await writing
    await writeTotals(client, generation, totals)
  } finally {
    await writing.catch(() => {})
    await rest()
    await Promise.all([reader.end(), second.end()])
  }
}

/**
 * In a log of two years, 70 % of the statistics belong to days that are no longer stored at its end. If an earlier booking was placed on a
 * later day, more are left out when the numbers are written.
 * @returns the last of those days, from the last booking that was placed up to a position; '' without bookings
 */
async function lastDayLeftOut(client: pg.ClientBase, upto: number): Promise<string> {
  const { rows } = await client.query<{ day: string }>(
    `select ((at at time zone 'Asia/Kolkata')::date - ${storedDays})::text as day from log.events
      where position <= $1 and type in ('BookingPlaced', 'OrderProposed', 'RecollectionProposed') order by position desc limit 1`,
    [upto],
  )
  return rows[0]?.day ?? ''
}

type Chunk = { client: pg.ClientBase; second: pg.ClientBase; generation: number; rows: Rows; totals: Totals }

async function writeRows({ client, second, generation, rows, totals }: Chunk): Promise<void> {
  const { notifications, ...others } = rows
  await Promise.all([
    copyRows(second, generation, rowTables.notifications, notifications),
    copyAll(client, generation, others),
  ])
  const { counts, turnarounds, reportTimes, facts, placed } = totals
  if (counts.size + turnarounds.size + reportTimes.size + facts.size + placed.length < maxTotals) return
  const written = writeTotals(client, generation, totals)
  // before the first await: the next chunk adds to them meanwhile
  clear(totals)
  await written
}

async function copyAll(
  client: pg.ClientBase,
  generation: number,
  rows: Omit<Rows, 'notifications'>,
): Promise<void> {
  for (const table of ['newBookings', 'removals', 'prescriptions', 'labPartners'] as const) {
    await copyRows(client, generation, rowTables[table], rows[table])
  }
}

function clear(totals: Totals): void {
  totals.counts.clear()
  totals.facts.clear()
  totals.turnarounds.clear()
  totals.reportTimes.clear()
  totals.placed.length = 0
}

/** Inserts rows with COPY. */
async function copyRows(
  client: pg.ClientBase,
  generation: number,
  { name, columns }: RowTable,
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return
  const copy = client.query(copyFrom(`copy ${nameIn(generation, name)} (${columns.join(', ')}) from stdin`))
  const lines = (rows as readonly Record<string, unknown>[]).map((row) =>
    encodeCopyLine(columns.map((column) => row[column])),
  )
  copy.end(lines.join(''))
  await finished(copy)
}

/** Events per chunk: some MB */
const chunkEvents = 10_000

/**
 * The log stream by stream instead of in its order, for a reader that folds each stream once. No stream is divided between two
 * chunks. While one chunk is used, the next one is read.
 * @param upto position of the last event that counts
 * @throws UnreadableEventError
 */
async function* readWholeStreams(client: pg.ClientBase, upto: number): AsyncGenerator<Recorded[]> {
  await client.query("set timezone = 'UTC'")
  let divided: Recorded[] = []
  for (let next = readChunk(client, undefined, upto); ; ) {
    const read = await next
    const events = divided.concat(read)
    const last = events.at(-1)
    if (last === undefined || read.length < chunkEvents) {
      yield events
      return
    }
    next = readChunk(client, last, upto)
    // its failure is reported by the next await
    next.catch(() => {})
    const end = events.findLastIndex(({ streamId }) => streamId !== last.streamId) + 1
    divided = events.slice(end)
    if (end > 0) yield events.slice(0, end)
  }
}

/** With COPY: half of the time that the same rows take as the answer of a query. */
async function readChunk(
  client: pg.ClientBase,
  after: Recorded | undefined,
  upto: number,
): Promise<Recorded[]> {
  const place = `(${pg.escapeLiteral(after?.streamId ?? '')}, ${after?.version ?? 0})`
  const chunk = client.query(
    copyTo(
      `copy (select ${eventColumns} from log.events where (stream_id, version) > ${place} and position <= ${upto}
              order by stream_id, version limit ${chunkEvents}) to stdout`,
    ),
  )
  const lines = (await text(chunk).finally(() => endTimeout(chunk))).split('\n')
  // after the last line
  lines.pop()
  return lines.map(eventOf)
}

/** pg clears a query's timeout in its callback, which a COPY TO never calls: the timer would keep the process alive. */
function endTimeout(query: object): void {
  ;(query as { callback?: () => void }).callback?.()
}

/** @param line in the text format of COPY, in UTC */
function eventOf(line: string): Recorded {
  const [position, stream, version, type, schema, data, actor, correlation, causation, append, at] =
    decodeCopyLine(line)
  return revive({
    position: Number(position),
    stream_id: stream as string,
    version: Number(version),
    type: type as string,
    schema_version: Number(schema),
    data: JSON.parse(data as string),
    actor: actor as string,
    correlation_id: correlation ?? null,
    causation_id: causation == null ? null : Number(causation),
    append_id: append as string,
    // 2026-01-05 00:00:00.123456+00
    at: new Date((at as string).replace(' ', 'T').replace('+00', 'Z')),
  })
}
