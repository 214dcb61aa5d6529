import { AppError } from '@jaanch/contracts/errors'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'

export type DeadLetter = {
  id: number
  /** The consumer of a work row, the channel of a message, or `timers` */
  consumer: string
  streamId: string
  /** The event that failed or that the message is about; 0 where there is none */
  position: number
  attempts: number
  error: string
  failedAt: Date
}

/** @returns the open dead letters, oldest first. @param limit null: all */
export async function listDeadLetters(pool: pg.Pool, limit: number | null = 100): Promise<DeadLetter[]> {
  const { rows } = await pool.query<DeadLetter>(
    `select id, consumer, stream_id as "streamId", position, attempts, error, failed_at as "failedAt"
       from dead_letters where resolution is null order by id limit $1`,
    [limit],
  )
  return rows
}

/** Makes the row due again, with all attempts: work from the event that failed, a message, or a timer. @throws AppError not-found */
export async function retryDeadLetter(pool: pg.Pool, id: number, operator: string): Promise<void> {
  await resolve(pool, id, { resolution: 'retried', reason: null, operator }, async (client, letter) => {
    const { table, rowId } = rowOf(letter)
    if (rowId !== null) {
      await client.query(
        `update ${table} set outcome = null, attempts = 0, due_at = least(due_at, clock_timestamp())
          where id = $1 and outcome = 'dead'`,
        [rowId],
      )
      return
    }
    await client.query(
      `update work set is_dead = false, attempts = 0, due_at = clock_timestamp()
        where consumer = $1 and stream_id = $2`,
      [letter.consumer, letter.stream_id],
    )
  })
}

/**
 * Continues after the event that failed, or gives the message or timer up: its effects will never happen.
 * @throws AppError not-found
 */
export async function skipDeadLetter(
  pool: pg.Pool,
  id: number,
  { reason, operator }: { reason: string; operator: string },
): Promise<void> {
  await resolve(pool, id, { resolution: 'skipped', reason, operator }, async (client, letter) => {
    const { table, rowId } = rowOf(letter)
    if (rowId !== null) {
      await client.query(`update ${table} set outcome = 'skipped' where id = $1 and outcome = 'dead'`, [
        rowId,
      ])
      return
    }
    await client.query(
      `update work set is_dead = false, attempts = 0, due_at = clock_timestamp(), since = greatest(since, $3)
        where consumer = $1 and stream_id = $2`,
      [letter.consumer, letter.stream_id, letter.position],
    )
    await client.query('delete from work where consumer = $1 and stream_id = $2 and upto <= since', [
      letter.consumer,
      letter.stream_id,
    ])
  })
}

type Row = {
  consumer: string
  stream_id: string
  position: number
  message_id: string | null
  timer_id: string | null
}

/** @returns the row that the dead letter is about; `rowId` is null for work, which consumer and stream identify */
function rowOf({ message_id, timer_id }: Row): { table: 'outbox' | 'timers' | 'work'; rowId: string | null } {
  if (message_id !== null) return { table: 'outbox', rowId: message_id }
  if (timer_id !== null) return { table: 'timers', rowId: timer_id }
  return { table: 'work', rowId: null }
}

type Resolution = { resolution: 'retried' | 'skipped'; reason: string | null; operator: string }

async function resolve(
  pool: pg.Pool,
  id: number,
  { resolution, reason, operator }: Resolution,
  act: (client: pg.ClientBase, letter: Row) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    // the row before its letter, as workers do: they would wait for each other in a circle
    const work = await client.query<{ isDead: boolean }>(
      `select is_dead as "isDead" from work join dead_letters using (consumer, stream_id)
        where dead_letters.id = $1 for update of work`,
      [id],
    )
    const { rows } = await client.query<Row>(
      `update dead_letters set resolution = $2, reason = $3, resolved_by = $4, resolved_at = clock_timestamp()
        where id = $1 and resolution is null
       returning consumer, stream_id, position, message_id, timer_id`,
      [id, resolution, reason, operator],
    )
    const [letter] = rows
    // a row that a rewind made due again: the relay is about to resolve its letter
    const isRevived = letter && rowOf(letter).rowId === null && work.rows[0]?.isDead === false
    if (!letter || isRevived) throw new AppError('not-found', `No dead letter ${id} waits.`)
    await act(client, letter)
  })
}
