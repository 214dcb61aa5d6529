import { AppError } from '@jaanch/contracts/errors'
import { inTransaction } from '@jaanch/platform/postgres'
import { messagesKeptDays } from '@jaanch/storage/retention'
import type pg from 'pg'
import { formatNumber } from './format.ts'

/**
 * Messages and timers of older events may be pruned, and would be created a second time. A month is left for the work that a
 * rewind adds, days.
 */
const maxRewindDays = messagesKeptDays - 30

type Rewind = { to: number; reason: string; operator: string }

/**
 * Moves the cursor of a consumer back, so that the relay looks again at the events after `to`. Effects that exist are not
 * repeated: events have append ids, messages and timers unique keys.
 * @returns the cursor before @throws AppError operation-refused
 */
export async function rewindConsumer(
  pool: pg.Pool,
  consumer: string,
  { to, reason, operator }: Rewind,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    // the relay holds this lock while it advances the cursor
    const { rows } = await client.query<{ cursor: number; beganAt: number }>(
      'select cursor, began_at as "beganAt" from work_consumers where name = $1 for update',
      [consumer],
    )
    const [found] = rows
    if (!found) throw new AppError('operation-refused', `No consumer is called ${consumer}.`)
    const { cursor, beganAt } = found
    if (to >= cursor)
      throw new AppError(
        'operation-refused',
        `The cursor of ${consumer} is at ${formatNumber(cursor)}: it can only be moved back.`,
      )
    if (to < beganAt)
      throw new AppError(
        'operation-refused',
        `${consumer} began at ${formatNumber(beganAt)}: earlier events were never its work.`,
      )
    await assertYoung(client, to)
    await assertNoDeadLetters(client, consumer)
    await client.query('update work_consumers set cursor = $2 where name = $1', [consumer, to])
    await client.query(
      `insert into consumer_rewinds (consumer, from_position, to_position, reason, operator) values ($1, $2, $3, $4, $5)`,
      [consumer, cursor, to, reason, operator],
    )
    return cursor
  })
}

async function assertYoung(client: pg.ClientBase, to: number): Promise<void> {
  const { rowCount } = await client.query(
    'select from log.events where position = $1 + 1 and at < clock_timestamp() - make_interval(days => $2)',
    [to, maxRewindDays],
  )
  if (rowCount === 0) return
  throw new AppError(
    'operation-refused',
    `Event ${formatNumber(to + 1)} is older than ${maxRewindDays} days: its messages may be forgotten and would be sent again.`,
  )
}

/** A rewind would try their rows again: that is for an operator to decide, letter by letter. */
async function assertNoDeadLetters(client: pg.ClientBase, consumer: string): Promise<void> {
  const { rows } = await client.query<{ dead: number }>(
    'select count(*) as dead from work where consumer = $1 and is_dead',
    [consumer],
  )
  const dead = rows[0]?.dead ?? 0
  if (dead === 0) return
  throw new AppError(
    'operation-refused',
    `${formatNumber(dead)} dead letters of ${consumer} wait: first retry or skip them (dead list).`,
  )
}
