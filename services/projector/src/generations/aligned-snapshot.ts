import type pg from 'pg'
import { connect } from '../connection.ts'
import { feedUpTo } from './fill.ts'

/** Checkpoint of both generations, and how long the live one's projector was blocked, ms */
type Alignment = { position: number; held: number }

/**
 * Runs `work` in a snapshot in which the generation that is being filled has the checkpoint of the live one:
 *
 *  1. hold       locks the row of the live checkpoint, so that its projector's next commit waits
 *  2. align      the builder feeds its generation up to that checkpoint, a few events
 *  3. snapshot   takes a snapshot and releases the lock; the projector was blocked for some milliseconds
 *
 * The snapshot lasts as long as the work and blocks nothing.
 */
export async function inAlignedSnapshot<Result>(
  { url, builder, generation }: { url: string; builder: pg.ClientBase; generation: number },
  work: (snapshot: pg.ClientBase, alignment: Alignment) => Promise<Result>,
): Promise<Result> {
  const holder = await connect({ url, name: 'projector hold' })
  const snapshot = await connect({ url, name: 'projector compare' }).catch(async (error) => {
    await holder.end()
    throw error
  })
  try {
    await holder.query('begin')
    // a process that freezes loses the lock before readers fall far behind
    await holder.query("set local idle_in_transaction_session_timeout = '2s'")
    await holder.query("set local lock_timeout = '5s'")
    const { rows } = await holder.query<{ position: number }>(
      'select position from read_generations where is_live for update',
    )
    const position = rows[0]?.position ?? 0
    const began = performance.now()
    await feedUpTo(builder, generation, position)
    await snapshot.query('begin isolation level repeatable read, read only')
    await assertAligned(snapshot, generation, position)
    await holder.query('commit')
    return await work(snapshot, { position, held: performance.now() - began })
  } finally {
    await Promise.all([holder.end(), snapshot.end()])
  }
}

async function assertAligned(snapshot: pg.ClientBase, generation: number, position: number): Promise<void> {
  const { rows } = await snapshot.query<{ generation: number; position: number }>(
    'select generation, position from read_generations where is_live or generation = $1',
    [generation],
  )
  if (rows.length === 2 && rows.every((row) => row.position === position)) return
  throw new Error(`The generations are not aligned at ${position}: ${JSON.stringify(rows)}`)
}
