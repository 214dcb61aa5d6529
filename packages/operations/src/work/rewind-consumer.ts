import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { messagesKeptDays } from '@jaanch/contracts/kept-for'
import type { Queryable } from '@jaanch/eventlog/read'
import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { formatNumber } from '../format.ts'
import { recordOperation } from '../operators.ts'
import { operationsWorkCalls, type RewindPreviewView } from './api.ts'

/**
 * Messages and timers of older events may be pruned, and would be created a second time. A month is left for the work that a
 * rewind adds, days.
 */
const maxRewindDays = messagesKeptDays - 30

type Rewind = { to: number; reason: string; operator: string }
type Cursor = Pick<RewindPreviewView, 'cursor' | 'beganAt'>

/**
 * Moves the cursor of a consumer back, so that the relay looks again at the events after `to`. Effects that exist are not
 * repeated: events have append ids, messages and timers unique keys.
 * @returns the cursor before @throws AppError not-found for an unknown consumer, operation-refused
 */
export async function rewindConsumer(
  pool: pg.Pool,
  consumer: string,
  { to, reason, operator }: Rewind,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    // the relay holds this lock while it advances the cursor
    const found = await readCursor(client, consumer, 'for update')
    const refusal = await findRefusal(client, consumer, found, to)
    if (refusal) throw new AppError('operation-refused', refusal)
    const { cursor } = found
    await client.query('update work_consumers set cursor = $2 where name = $1', [consumer, to])
    await client.query(
      `insert into consumer_rewinds (consumer, from_position, to_position, reason, operator) values ($1, $2, $3, $4, $5)`,
      [consumer, cursor, to, reason, operator],
    )
    return cursor
  })
}

const mostCounted = 20_000

/** @returns what `rewindConsumer` would do or why it would refuse @throws AppError not-found for an unknown consumer */
async function previewRewind(db: Queryable, consumer: string, to: number): Promise<RewindPreviewView> {
  const found = await readCursor(db, consumer)
  const refusal = (await findRefusal(db, consumer, found, to)) ?? null
  const events = Math.max(0, found.cursor - to)
  const counted = Math.min(events, mostCounted)
  const { rows } = await db.query<{ type: string; count: number; handled: number }>(
    `select e.type, count(*) as count, count(d.done) as handled
       from log.events e
       left join lateral (
         select 1 as done from work_done d
          where d.stream_id = e.stream_id and d.upto >= e.position and d.since < e.position and d.consumer = $1
          limit 1) d on true
      where e.position > $2 and e.position <= $3
        and e.type = any(array(select type from consumer_events where consumer = $1))
      group by e.type order by 2 desc, 1`,
    [consumer, to, to + counted],
  )
  const wanted = rows.map(({ type, count }) => ({ type, count }))
  const handled = rows.reduce((sum, row) => sum + row.handled, 0)
  return { ...found, to, refusal, events, counted, wanted, handled }
}

async function readCursor(db: Queryable, consumer: string, lock: 'for update' | '' = ''): Promise<Cursor> {
  const { rows } = await db.query<Cursor>(
    `select cursor, began_at as "beganAt" from work_consumers where name = $1 ${lock}`,
    [consumer],
  )
  const [found] = rows
  if (!found) throw new AppError('not-found', `No consumer is called ${consumer}.`)
  return found
}

/** @returns why a rewind is refused; undefined: it is not */
async function findRefusal(
  db: Queryable,
  consumer: string,
  { cursor, beganAt }: Cursor,
  to: number,
): Promise<string | undefined> {
  if (to >= cursor) return `The cursor of ${consumer} is at ${cursor}: it can only be moved back.`
  if (to < beganAt) return `${consumer} began at ${beganAt}: earlier events were never its work.`
  const { rowCount } = await db.query(
    'select from log.events where position = $1 + 1 and at < clock_timestamp() - make_interval(days => $2)',
    [to, maxRewindDays],
  )
  if (rowCount !== 0) {
    return `Event ${formatNumber(to + 1)} is older than ${maxRewindDays} days: its messages may be forgotten and would be sent again.`
  }
  // a rewind would try their rows again: that is for an operator to decide, letter by letter
  const { rows } = await db.query<{ dead: number }>(
    'select count(*) as dead from work where consumer = $1 and is_dead',
    [consumer],
  )
  const dead = rows[0]?.dead ?? 0
  return dead === 0
    ? undefined
    : `${formatNumber(dead)} dead letters of ${consumer} wait: first retry or skip them.`
}

export const rewindRoutes = [
  serveCall(operationsWorkCalls.previewRewind, ({ params, query }, { operationsDb }) =>
    previewRewind(operationsDb, params.id, query.to),
  ),
  serveCall(
    operationsWorkCalls.rewindConsumer,
    async ({ params: { id: consumer }, body: { to, reason }, caller }, { operationsDb }) => {
      const operator = actorOf(caller)
      await recordOperation(operationsDb, operator, 'consumer rewind', { consumer, to })
      return { from: await rewindConsumer(operationsDb, consumer, { to, reason, operator }) }
    },
  ),
]
