import type { FastifyReply } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../context.ts'
import type { ReadView } from './barrier.ts'

/** The name of a read table in the generation that a request reads. */
export function readTable(view: Pick<ReadView, 'generation'>, table: string) {
  return sql.identifier([`read_${view.generation}`, table])
}

/** The position of the read tables, for a query to answer in the same snapshot as its rows. */
export function positionOf(view: Pick<ReadView, 'generation'>) {
  return sql.fragment`(select position from read_generations where generation = ${view.generation})`
}

/** Passes the barrier; says so in a header when the answer may lack the last events. */
export async function passBarrier(context: Context, reply: FastifyReply): Promise<ReadView> {
  const view = await context.barrier.pass()
  if (view.behind > 0) reply.header('read-behind', String(view.behind))
  return view
}
