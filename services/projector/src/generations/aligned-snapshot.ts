import type pg from 'pg'
import { connect } from '../connection.ts'
import { feedUpTo } from './fill.ts'

/** Where both stand, and how long the live one's projector could not commit, ms */
export type Level = { position: number; held: number }

/**
 * Runs `work` in one snapshot in which a generation that is being filled stands exactly where the live one stands:
 *
 *  1. hold      the live one's checkpoint is locked, so that its projector's next commit waits
 *  2. draw up   the builder feeds the few events that its own lacks, up to that checkpoint
 *  3. look      a snapshot is taken, and the lock goes: the projector waited for some milliseconds
 *
 * The snapshot lasts as long as the work takes; nobody waits for it.
 */
export async function inLevelSnapshot<Result>(
  { url, builder, generation }: { url: string; builder: pg.ClientBase; generation: number },
  work: (snapshot: pg.ClientBase, level: Level) => Promise<Result>,
): Promise<Result> {
  const holder = await connect({ url, name: 'projector hold' })
  const snapshot = await connect({ url, name: 'projector compare' }).catch(async (error) => {
    await holder.end()
    throw error
  })
  try {
    await holder.query('begin')
    // whoever freezes with the checkpoint in its hands loses it before readers notice much
    await holder.query("set local idle_in_transaction_session_timeout = '2s'")
    await holder.query("set local lock_timeout = '5s'")
    const { rows } = await holder.query<{ position: number }>(
      'select position from read_generations where is_live for update',
    )
    const position = rows[0]?.position ?? 0
    const began = performance.now()
    await feedUpTo(builder, generation, position)
    await snapshot.query('begin isolation level repeatable read, read only')
    await assertLevel(snapshot, generation, position)
    await holder.query('commit')
    return await work(snapshot, { position, held: performance.now() - began })
  } finally {
    await Promise.all([holder.end(), snapshot.end()])
  }
}

async function assertLevel(snapshot: pg.ClientBase, generation: number, position: number): Promise<void> {
  const { rows } = await snapshot.query<{ generation: number; position: number }>(
    'select generation, position from read_generations where is_live or generation = $1',
    [generation],
  )
  if (rows.length === 2 && rows.every((row) => row.position === position)) return
  throw new Error(`The generations are not level at ${position}: ${JSON.stringify(rows)}`)
}
