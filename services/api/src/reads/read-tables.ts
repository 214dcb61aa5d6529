import { headers } from '@jaanch/contracts/http/headers'
import type { FastifyReply } from 'fastify'
import { sql } from 'slonik'
import { type PassedView, type ReadBarrier, type ReadView, timeoutMs } from './barrier.ts'
import type { ReadQueries } from './replica.ts'
import type { ReadReplicas } from './replicas.ts'

/** What a read of the read tables needs: the barrier before it, and the replicas that may answer it. */
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
 * Passes the read barrier. Sets the header `log-epoch`, and `read-behind` if the answer may miss the last events.
 * @returns the view, and the queries for what does not write: they may be answered by a replica
 */
export async function passBarrier(
  { barrier, replicas }: Reads,
  reply: FastifyReply,
): Promise<PassedView & { reads: ReadQueries }> {
  const deadline = performance.now() + timeoutMs
  const view = await barrier.pass()
  reply.header(headers.logEpoch, view.epoch)
  if (view.behind > 0) reply.header('read-behind', String(view.behind))
  return { ...view, reads: replicas.readsAfter(view, deadline) }
}
