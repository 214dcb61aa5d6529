import { UnknownEventError } from '@jaanch/contracts/events/registry'
import { LogGapError, readLogInOrder, UnreadableEventError } from '@jaanch/eventlog/read'
import { isTransient, transactionOn } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { projectBookings } from '../projections/bookings.ts'
import { projectLabPartners } from '../projections/lab-partners.ts'
import { projectNotifications } from '../projections/notifications.ts'
import { projectPrescriptions } from '../projections/prescriptions.ts'
import { tablesOf } from '../projections/tables.ts'

const projections = [projectBookings, projectLabPartners, projectPrescriptions, projectNotifications]

/** Another projector moved the checkpoint: this one lost its lock and must not write. */
export class LostLockError extends Error {
  override name = 'LostLockError'
}

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
 * Applies the next batch of events to a generation's tables. Rows and checkpoint are written in one transaction, and the
 * checkpoint moves by compare-and-set: each event counts exactly once, whichever process is killed.
 * A batch that fails permanently is halved until the event that causes the failure is found.
 * @param limit events per batch
 * @returns the new checkpoint, or undefined if there was nothing to read
 * @throws LostLockError, StoppedError
 */
export async function feed(
  client: pg.ClientBase,
  generation: number,
  limit = 1_000,
  readEvents: ReadEvents = readLogInOrder,
): Promise<number | undefined> {
  const from = await checkpointOf(client, generation)
  if (from === undefined) return undefined
  for (let size = limit; ; ) {
    try {
      return await feedFrom(client, generation, { from, limit: size, readEvents })
    } catch (error) {
      if (isTransient(error)) throw error
      if (error instanceof UnreadableEventError && error.position > from + 1) {
        size = error.position - 1 - from
      } else if (error instanceof ProjectionError && error.size > 1) {
        size = Math.ceil(error.size / 2)
      } else if (await isDropped(client, generation)) {
        // dropped in the meantime
        return undefined
      } else throw toStoppedError(error, from)
    }
  }
}

async function checkpointOf(client: pg.ClientBase, generation: number): Promise<number | undefined> {
  const { rows } = await client.query<{ position: number }>(
    "select position from read_generations where generation = $1 and state <> 'dropped'",
    [generation],
  )
  return rows[0]?.position
}

async function isDropped(client: pg.ClientBase, generation: number): Promise<boolean> {
  return (await checkpointOf(client, generation)) === undefined
}

async function feedFrom(
  client: pg.ClientBase,
  generation: number,
  { from, limit, readEvents }: { from: number; limit: number; readEvents: ReadEvents },
): Promise<number | undefined> {
  const events = await readEvents(client, from, limit)
  const first = events[0]
  const to = events.at(-1)?.position
  if (!first || to === undefined) return undefined
  await transactionOn(client, async () => {
    const tables = tablesOf(client, generation)
    try {
      for (const project of projections) await project(tables, events)
    } catch (cause) {
      if (isTransient(cause)) throw cause
      throw new ProjectionError(events.length, first.type, cause)
    }
    await moveCheckpoint(client, generation, from, to)
  })
  return to
}

/** Batches and NOTIFY are for readers, so only for live generations. */
async function moveCheckpoint(
  client: pg.ClientBase,
  generation: number,
  from: number,
  to: number,
): Promise<void> {
  const { rowCount } = await client.query(
    `with moved as (
       update read_generations
          set position = $3, stopped_at = null, stopped_type = null, stopped_why = null, stopped_since = null
        where generation = $1 and position = $2 and state <> 'dropped'
       returning generation, state
     ), recorded as (
       insert into read_batches (generation, since, upto) select generation, $2, $3 from moved where state = 'live'
     )
     select case when state = 'live' then pg_notify('read', $3::text)::text end from moved`,
    [generation, from, to],
  )
  if (rowCount !== 1)
    throw new LostLockError(`Another projector moved the checkpoint of generation ${generation}`)
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
