import { AppError } from '@jaanch/contracts/errors'
import type pg from 'pg'
import { retryDeadLetter } from './dead-letters.ts'

/**
 * Sends a message again: one that is dead with all attempts, one whose last attempt failed at once. It keeps its id, by which a
 * provider recognises what it has already.
 * @throws AppError not-found, or operation-refused for one that was sent or skipped, or that a worker sends now
 */
export async function retryMessage(pool: pg.Pool, id: string, operator: string): Promise<void> {
  const { rowCount } = await pool.query(
    `update outbox set due_at = least(due_at, clock_timestamp())
      where id = $1 and outcome is null and attempts > 0 and (leased_until is null or leased_until < clock_timestamp())`,
    [id],
  )
  if (rowCount) return
  const { rows } = await pool.query<{ outcome: string | null; attempts: number; letter: number | null }>(
    `select outcome, attempts, (select d.id from dead_letters d where d.message_id = o.id and d.resolution is null) as letter
       from outbox o where id = $1`,
    [id],
  )
  const [found] = rows
  if (!found) throw new AppError('not-found', `There is no message ${id}.`)
  if (found.letter !== null) return retryDeadLetter(pool, found.letter, operator)
  throw new AppError('operation-refused', `Message ${id} ${refusals[found.outcome ?? 'open']}.`)
}

const refusals: Readonly<Record<string, string>> = {
  open: 'is sent by a worker now, or is about to be',
  sent: 'was sent: it is never sent twice',
  skipped: 'was skipped on purpose',
  dead: 'has been given up without a dead letter',
}
