import { headers } from '@jaanch/contracts/http/headers'
import type { FastifyReply } from 'fastify'
import { type CommonQueryMethods, type DatabasePool, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { takePlace } from '../http/request-gates.ts'
import type { ReadPrepared } from '../slonik.ts'
import {
  NoReadTablesError,
  type PassedView,
  queryTimeoutMs,
  type ReadBarrier,
  type ReadState,
  type ReadView,
  stateColumns,
  timeoutMs,
} from './barrier.ts'
import type { ReadQueries, ReadReplicas } from './replicas.ts'

/** The services of a read of the read tables: the barrier before it, and the replicas that may answer it. */
export type Reads = { barrier: ReadBarrier; replicas: ReadReplicas }

/** The qualified name of a read table in a generation. */
export function readTable(view: Pick<ReadView, 'generation'>, table: string) {
  return sql.identifier([`read_${view.generation}`, table])
}

/** SQL: the checkpoint of a generation, to be selected in the same snapshot as rows of its tables. */
export function positionOf(view: Pick<ReadView, 'generation'>) {
  return sql.fragment`(select position from read_generations where generation = ${view.generation})`
}

/**
 * Passes the read barrier. Sets the headers `log-position` (an answer whose rows were read with a later checkpoint may replace it) and
 * `log-epoch`, and `read-behind` if the answer may miss the last events. A request that has no place yet waits for one afterwards.
 * @returns the view, and the queries for what does not write: they may be answered by a replica
 */
export async function passBarrier(
  { barrier, replicas }: Reads,
  reply: FastifyReply,
): Promise<PassedView & { reads: ReadQueries }> {
  const view = await barrier.pass()
  await takePlace(reply.request)
  const deadline = performance.now() + timeoutMs
  reply.header(headers.logPosition, String(view.position))
  reply.header(headers.logEpoch, view.epoch)
  if (view.behind > 0) reply.header('read-behind', String(view.behind))
  return { ...view, reads: replicas.readsAfter(view, deadline) }
}

/** As `passBarrier`, for an answer without rows of the read tables: where no generation is live, it has none of the headers. */
export async function passBarrierIfLive(reads: Reads, reply: FastifyReply): Promise<void> {
  await passBarrier(reads, reply).catch((error) => {
    if (!(error instanceof NoReadTablesError)) throw error
  })
  await takePlace(reply.request)
}

/**
 * Passes the read barrier with the read itself, if nothing is missing: see `ReadBarrier.readAtOnce`.
 * @param select SQL: one row with the column `rows`, from the tables of the generation
 * @returns undefined: pass the barrier, then read
 */
export async function readAtOnce<Row>(
  { barrier, readPrepared }: Pick<Reads, 'barrier'> & { readPrepared: ReadPrepared },
  reply: FastifyReply,
  select: (tables: Pick<ReadView, 'generation'>) => FragmentSqlToken,
): Promise<(ReadState & { rows: readonly Row[] }) | undefined> {
  const read = await barrier.readAtOnce(async (generation) => {
    // `case`: the rows are not read while something is missing
    await takePlace(reply.request)
    const query = sql.unsafe`
      select g.*, case when g.position >= g.head then (${select({ generation })}) end as rows
        from (select ${stateColumns} from read_generations g
               where g.state = 'live' and g.generation = ${generation}) g`
    const [row] = await readPrepared<ReadState & { rows: readonly Row[] }>(query, queryTimeoutMs)
    return row
  })
  if (read) reply.header(headers.logEpoch, read.epoch)
  return read
}

/** @returns the text for the pattern of a `like`, in which nothing of it is a wildcard */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

export const snapshotRow = z.object({
  generation: z.number(),
  position: z.number(),
  head: z.number(),
  epoch: z.string(),
})
export type Snapshot = z.output<typeof snapshotRow>

/** The source of snapshots */
export type SnapshotSource = { db: DatabasePool; modelVersion: number }

/** Runs queries in one snapshot together with the live generation and its checkpoint. @throws NoReadTablesError */
export function inSnapshot<Result>(
  { db, modelVersion }: SnapshotSource,
  read: (tx: CommonQueryMethods, snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    const snapshot = await tx.maybeOne(sql.type(snapshotRow)`
      select ${stateColumns} from read_generations g where g.state = 'live' and g.model_version = ${modelVersion}`)
    if (!snapshot) throw new NoReadTablesError(modelVersion)
    return read(tx, snapshot)
  })
}
