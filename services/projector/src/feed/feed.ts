import type { ProjectedLab } from '@jaanch/account/labs/lab-rows'
import type { BookingSummary } from '@jaanch/booking/booking'
import type { PrescriptionSummary } from '@jaanch/booking/prescriptions/prescription'
import { emptyState, emptyTotals, project, type State } from '@jaanch/booking-stream/project'
import { parseStreamId, type Recorded, UnknownEventError } from '@jaanch/eventlog/events'
import { LogGapError, readLogInOrder, UnreadableEventError } from '@jaanch/eventlog/read'
import { nameIn } from '@jaanch/eventlog/read-generations'
import { isTransient } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { measureBatch } from './measure-batch.ts'
import { createBatchWriter, lastDayOf } from './write.ts'

/** Another projector moved the checkpoint: this one lost its lock and must not write. */
export class LostLockError extends Error {
  override name = 'LostLockError'
}

/** An operator mended rows while a batch was computed from what they were before: it is computed again. */
class RefoldedError extends Error {}

/** An event cannot be read or applied. The tables contain everything before it and nothing after it. */
export class StoppedError extends Error {
  override name = 'StoppedError'
  readonly position: number
  readonly type: string

  constructor(position: number, type: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.position = position
    this.type = type
  }

  /** Newer code wrote the event: a projector that runs that code can apply it */
  get isUnknown(): boolean {
    return this.cause instanceof UnknownEventError
  }
}

/** For tests of a projector that knows fewer events than another */
export type ReadEvents = typeof readLogInOrder

/**
 * Events per batch of the projector. One that is behind catches up at 30,000 events a second with 4,000 and at 24,000 with 1,000, but
 * readers wait for a batch, 500 ms at most: one that was quick is followed by one of twice as many events.
 */
const [leastBatch, mostBatch] = [1_000, 4_000]
const quickBatchMs = 150

export type Feed = {
  /**
   * Applies the next batch of events to the generation's tables. Rows and checkpoint are written by one statement, and the
   * checkpoint moves by compare-and-set: each event counts exactly once, whichever process is killed.
   * A batch that fails permanently is halved until the event that causes the failure is found.
   * @param limit events per batch; default: more while batches are full and quick
   * @returns undefined if there was nothing to read, or the generation is dropped
   * @throws LostLockError, StoppedError
   */
  next(limit?: number): Promise<Applied | undefined>
}

/** A batch. `position`: the new checkpoint. `mayHaveMore`: it was full, or cut before an event that could not be applied. */
type Applied = { position: number; mayHaveMore: boolean }

/**
 * Feeds one generation on one connection. It remembers the checkpoint and the last things that it wrote, so a batch is one
 * read of the log and one write, with a read of bookings in between if they are not remembered. That is exact, because the
 * write fails if another process moved the checkpoint; after any failure everything is read again.
 */
export function createFeed(
  client: pg.ClientBase,
  generation: number,
  readEvents: ReadEvents = readLogInOrder,
): Feed {
  const recent = createRecent()
  const writeBatch = createBatchWriter(client, generation)
  let at: Checkpoint | undefined
  let batchSize = leastBatch

  async function feedFrom(
    { position: from, refolds, lastDay }: Checkpoint,
    limit: number,
  ): Promise<Applied | undefined> {
    const startedAt = performance.now()
    const events = await readEvents(client, from, limit)
    const first = events[0]
    const to = events.at(-1)?.position
    if (!first || to === undefined) return undefined
    const totals = emptyTotals()
    try {
      await loadState(client, generation, events, recent.state)
      const { after, rows } = project(recent.state, events, totals)
      const written = await writeBatch({ from, to, refolds, rows, totals, lastDay })
      if (!written) {
        if ((await checkpointOf(client, generation))?.position === from) throw new RefoldedError()
        throw new LostLockError(`Another projector moved the checkpoint of generation ${generation}`)
      }
      if (written.isLive) measureBatch({ events, before: recent.state, after, startedAt })
      recent.keep(after)
    } catch (cause) {
      if (isTransient(cause) || cause instanceof LostLockError || cause instanceof RefoldedError) throw cause
      throw new ProjectionError(events.length, first.type, cause)
    }
    const days = [lastDay, lastDayOf(totals.placed)].flatMap((day) => day ?? [])
    at = { position: to, refolds, lastDay: days.sort().at(-1) }
    // a batch that was cut reads exactly what it was cut to
    return { position: to, mayHaveMore: events.length >= limit }
  }

  /** The limit of the next batch: twice as many after a full and quick one, the least after a slow one or a failure. */
  async function nextBySpeed(): Promise<Applied | undefined> {
    const limit = batchSize
    batchSize = leastBatch
    const startedAt = performance.now()
    const applied = await next(limit)
    const wasQuick = performance.now() - startedAt < quickBatchMs
    if (applied?.mayHaveMore && wasQuick) batchSize = Math.min(2 * limit, mostBatch)
    return applied
  }

  async function next(limit: number) {
    for (let size = limit; ; ) {
      const checkpoint = at ?? (await checkpointOf(client, generation))
      if (checkpoint === undefined) return undefined
      const from = checkpoint.position
      try {
        return await feedFrom(checkpoint, size)
      } catch (error) {
        at = undefined
        recent.forget()
        if (isTransient(error)) throw error
        if (error instanceof RefoldedError) continue
        if (error instanceof UnreadableEventError && error.position > from + 1) {
          size = error.position - 1 - from
        } else if (error instanceof ProjectionError && error.size > 1) {
          size = Math.ceil(error.size / 2)
        } else if ((await checkpointOf(client, generation)) === undefined) {
          // dropped in the meantime
          return undefined
        } else throw toStoppedError(error, from)
      }
    }
  }

  return { next: (limit) => (limit === undefined ? nextBySpeed() : next(limit)) }
}

/**
 * One batch of a feed that remembers nothing.
 * @returns the new checkpoint, or undefined if there was nothing to read
 */
export async function feed(
  client: pg.ClientBase,
  generation: number,
  limit?: number,
  readEvents?: ReadEvents,
): Promise<number | undefined> {
  return (await createFeed(client, generation, readEvents).next(limit))?.position
}

/** How far a generation is, how often rows of it were mended by an operator, and the last day on which this feed wrote a placed booking */
type Checkpoint = { position: number; refolds: number; lastDay?: string | undefined }

async function checkpointOf(client: pg.ClientBase, generation: number): Promise<Checkpoint | undefined> {
  const { rows } = await client.query<Checkpoint>(
    "select position, refolds from read_generations where generation = $1 and state <> 'dropped'",
    [generation],
  )
  return rows[0]
}

/** A batch cannot be applied, and another attempt would fail too. */
class ProjectionError extends Error {
  readonly size: number
  readonly type: string

  constructor(size: number, type: string, cause: unknown) {
    super('A batch could not be applied', { cause })
    this.size = size
    this.type = type
  }
}

function toStoppedError(error: unknown, from: number): unknown {
  if (error instanceof UnreadableEventError) return new StoppedError(error.position, error.type, error.cause)
  if (error instanceof ProjectionError) return new StoppedError(from + 1, error.type, error.cause)
  if (error instanceof LogGapError) return new StoppedError(from + 1, 'missing', error)
  return error
}

/**
 * Adds to `known` what the events' things were before the events. A stream whose first event is among them has nothing yet, and
 * what is known is not read again: most batches read nothing. Otherwise it is one round trip.
 */
async function loadState(
  client: pg.ClientBase,
  generation: number,
  events: readonly Recorded[],
  known: State,
): Promise<void> {
  const missing = findMissing(events, known)
  if (missing.every((ids) => ids.length === 0)) return
  const { rows } = await client.query<
    | { kind: 'booking'; row: BookingSummary }
    | { kind: 'prescription'; row: PrescriptionSummary }
    | { kind: 'lab'; row: ProjectedLab }
  >({
    name: `state-${generation}`,
    text: `select 'booking' as kind, data as row from ${nameIn(generation, 'bookings')} where id = any($1)
           union all select 'prescription', data from ${nameIn(generation, 'prescriptions')} where id = any($2)
           union all select 'lab', to_jsonb(l) from ${nameIn(generation, 'lab_partners')} l where id = any($3)`,
    values: missing,
  })
  for (const { kind, row } of rows) {
    if (kind === 'booking') known.bookings.set(row.bookingId, row)
    else if (kind === 'prescription') known.prescriptions.set(row.prescriptionId, row)
    else known.labPartners.set(row.id, row)
  }
}

const kinds = [
  ['booking', 'bookings'],
  ['prescription', 'prescriptions'],
  ['lab', 'labPartners'],
] as const

function findMissing(events: readonly Recorded[], known: State): string[][] {
  const seen = new Set<string>()
  const missing = kinds.map((): string[] => [])
  for (const { streamId, version } of events) {
    if (seen.has(streamId)) continue
    seen.add(streamId)
    if (version === 1) continue
    for (const [index, [kind, things]] of kinds.entries()) {
      const id = parseStreamId(kind, streamId)
      if (id !== undefined && !known[things].has(id)) missing[index]?.push(id)
    }
  }
  return missing
}

/** Keeps the things that changed last, some 10 MB, so that the next events of a booking need no read. What is not kept is read again. */
type Recent = {
  state: State
  /** Takes over what a committed batch wrote, and forgets the things that did not change for longest */
  keep(after: State): void
  forget(): void
}

/** @param most things of each kind */
export function createRecent(most = 5_000): Recent {
  const recent: Recent = {
    state: emptyState(),
    keep(after) {
      for (const kind of ['bookings', 'prescriptions', 'labPartners'] as const) {
        keepLast(recent.state[kind] as Map<string, unknown>, after[kind], most)
      }
    },
    forget() {
      recent.state = emptyState()
    },
  }
  return recent
}

/** A Map iterates in the order of insertion: what changed last is at its end. */
function keepLast(kept: Map<string, unknown>, changed: ReadonlyMap<string, unknown>, most: number): void {
  for (const [id, thing] of changed) {
    kept.delete(id)
    kept.set(id, thing)
  }
  for (const id of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(id)
  }
}
