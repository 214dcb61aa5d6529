import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import type { Lease } from '../work/work-rows.ts'

/** No dead letter of this number waits: there is none, or another operator was faster. */
export class NoDeadLetterError extends Error {
  override name = 'NoDeadLetterError'
}

export type DeadLetter = {
  id: number
  /** Whose work it was; the channel of a message that could not be delivered */
  consumer: string
  streamId: string
  /** The event that could not be handled, or of which the message tells */
  position: number
  attempts: number
  error: string
  failedAt: Date
}

/** Takes work out of the running and keeps what went wrong. The stream's later events wait behind it, no other's do. */
export async function deadLetterWork(
  pool: pg.Pool,
  lease: Lease,
  failure: { handled: number; position: number; attempts: number; error: string },
): Promise<void> {
  await pool.query(
    `with buried as (
       update work set since = greatest(since, $3), attempts = $5, leased_until = null, last_error = $6, is_dead = true
        where consumer = $1 and stream_id = $2 and not is_dead
       returning consumer, stream_id
     )
     insert into dead_letters (consumer, stream_id, position, attempts, error)
     select consumer, stream_id, $4, $5, $6 from buried`,
    [lease.consumer, lease.streamId, failure.handled, failure.position, failure.attempts, failure.error],
  )
}

/** @returns those that wait for an operator, oldest first. @param limit null: all */
export async function listDeadLetters(pool: pg.Pool, limit: number | null = 100): Promise<DeadLetter[]> {
  const { rows } = await pool.query<DeadLetter>(
    `select id, consumer, stream_id as "streamId", position, attempts, error, failed_at as "failedAt"
       from dead_letters where resolution is null order by id limit $1`,
    [limit],
  )
  return rows
}

/** Lets the work be tried again, from the event that failed, or the message be sent, with all its attempts. @throws NoDeadLetterError */
export async function retryDeadLetter(pool: pg.Pool, id: number, operator: string): Promise<void> {
  await resolve(pool, id, { resolution: 'retried', reason: null, operator }, async (client, letter) => {
    if (letter.intent_id !== null) {
      await client.query(
        `update outbox set outcome = null, attempts = 0, due_at = clock_timestamp() where id = $1 and outcome = 'dead'`,
        [letter.intent_id],
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

/** Goes on after the event that failed, or leaves the message unsent: what should have followed from it never will. @throws NoDeadLetterError */
export async function skipDeadLetter(
  pool: pg.Pool,
  id: number,
  { reason, operator }: { reason: string; operator: string },
): Promise<void> {
  await resolve(pool, id, { resolution: 'skipped', reason, operator }, async (client, letter) => {
    if (letter.intent_id !== null) {
      await client.query(`update outbox set outcome = 'skipped' where id = $1 and outcome = 'dead'`, [
        letter.intent_id,
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

type Row = { consumer: string; stream_id: string; position: number; intent_id: string | null }
type Resolution = { resolution: 'retried' | 'skipped'; reason: string | null; operator: string }

async function resolve(
  pool: pg.Pool,
  id: number,
  { resolution, reason, operator }: Resolution,
  act: (client: pg.ClientBase, letter: Row) => Promise<void>,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(
      `update dead_letters set resolution = $2, reason = $3, resolved_by = $4, resolved_at = clock_timestamp()
        where id = $1 and resolution is null
       returning consumer, stream_id, position, intent_id`,
      [id, resolution, reason, operator],
    )
    const [letter] = rows
    if (!letter) throw new NoDeadLetterError(`No dead letter ${id} waits`)
    await act(client, letter)
  })
}
