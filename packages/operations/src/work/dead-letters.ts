import type { AuditEntry } from '@jaanch/account/audit/actions'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import type { Channel } from '@jaanch/messages/message'
import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import { decodeCursorAs, linkIfFull } from '@jaanch/platform/reads/paging'
import type pg from 'pg'
import { z } from 'zod'
import { recordOperation } from '../operators.ts'
import { asSent, type Stored } from '../stored.ts'
import { type DeadLetterGroupView, type DeadLetterView, operationsWorkCalls } from './api.ts'

type DeadLetter = Stored<DeadLetterView, 'failedAt'>
/** Dead letters of one consumer with the same reason */
type DeadLetterGroup = Stored<DeadLetterGroupView, 'firstAt' | 'lastAt'>

type Filter = {
  consumer?: string | undefined
  reason?: string | undefined
  /** Only those after this id */
  after?: number | undefined
  /** null: all */
  limit?: number | null
}

const reasonOfLetter = `left(split_part(error, E'\\n', 1), 300)`
/** Parameters 1 and 2 */
const isOpenOf = `resolution is null and ($1::text is null or consumer = $1) and ($2::text is null or ${reasonOfLetter} = $2)`

/** @returns the open dead letters of a consumer, or with a reason, oldest first */
export async function listDeadLetters(
  db: Queryable,
  { consumer, reason, after = 0, limit = 100 }: Filter = {},
): Promise<DeadLetter[]> {
  const { rows } = await db.query<DeadLetter>(
    `select id, consumer, stream_id as "streamId", position, attempts, error, failed_at as "failedAt"
       from dead_letters where ${isOpenOf} and id > $3 order by id limit $4`,
    [consumer ?? null, reason ?? null, after, limit],
  )
  return rows
}

/** Counting and retrying more in one request would take seconds */
const mostAtOnce = 10_000

/** @returns the open dead letters by consumer and reason, the most first; isMore: there are more than the oldest 10,000 */
export async function groupDeadLetters(
  db: Queryable,
): Promise<{ groups: DeadLetterGroup[]; isMore: boolean }> {
  const { rows } = await db.query<DeadLetterGroup & { total: number }>(
    `select consumer, ${reasonOfLetter} as reason, count(*) as count, min(failed_at) as "firstAt", max(failed_at) as "lastAt",
            sum(count(*)) over ()::bigint as total
       from (select * from dead_letters where resolution is null order by id limit $1) open
      group by 1, 2 order by 3 desc, 1, 2 limit 200`,
    [mostAtOnce + 1],
  )
  const groups = rows.map(({ total: _, ...group }) => group)
  return { groups, isMore: (rows[0]?.total ?? 0) > mostAtOnce }
}

/** Makes the row due again, with all attempts: work from the event that failed, a message, or a timer. @throws AppError not-found */
export async function retryDeadLetter(pool: pg.Pool, id: number, operator: string): Promise<void> {
  if ((await resolve(pool, [id], retried(operator), retry)) === 0) throw noneWaits(id)
}

/**
 * Retries the open dead letters of a consumer or channel, or those of one reason, at most 10,000; one that fails again meanwhile is
 * a new one and waits. What a process that dies left can be retried by the next call.
 * @param reason the first line of the errors; undefined: all of the consumer
 * @returns how many were retried; 0 if another operator did it first
 */
export async function retryDeadLettersOf(
  pool: pg.Pool,
  { consumer, reason }: { consumer: string; reason?: string | undefined },
  operator: string,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from dead_letters where ${isOpenOf} order by id limit $3`,
    [consumer, reason ?? null, mostAtOnce],
  )
  return resolve(pool, idsOf(rows), retried(operator), retry)
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
  const how = { resolution: 'skipped', reason, operator } as const
  if ((await resolve(pool, [id], how, skip)) === 0) throw noneWaits(id)
}

/** The part of an error that nobody typed: a status or reply, such as 422, or a code of the system */
const errorCode = /\b(?:[2-5]\d\d|E[A-Z]{3,})\b/

/**
 * Gives up the dead messages of a channel, or those of one reason or age, at most 10,000, the oldest first: they are never sent. What a
 * process that dies left can be given up by the next call.
 * @param error the first line of the errors; undefined: all of the channel
 * @param before only messages that died before; undefined: all
 * @param record is told how many were found, and the code in the error, before the first one is given up
 * @returns how many were given up
 */
export async function skipDeadMessagesOf(
  pool: pg.Pool,
  { channel, error, before }: { channel: Channel; error?: string | undefined; before?: Date | undefined },
  { reason, operator }: { reason: string; operator: string },
  record: (details: Record<string, string | number>) => Promise<void>,
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from dead_letters
      where ${isOpenOf} and message_id is not null and ($3::timestamptz is null or failed_at < $3) order by id limit $4`,
    [channel, error ?? null, before ?? null, mostAtOnce],
  )
  const [code] = error?.match(errorCode) ?? []
  await record({ of: channel, number: rows.length, ...(code && { code }) })
  return resolve(pool, idsOf(rows), { resolution: 'skipped', reason, operator }, skipMessages)
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

async function retry(client: pg.ClientBase, letters: readonly Row[]): Promise<void> {
  await client.query(
    `update outbox set outcome = null, attempts = 0, due_at = least(due_at, clock_timestamp())
      where id = any($1::uuid[]) and outcome = 'dead'`,
    [letters.flatMap(({ message_id }) => message_id ?? [])],
  )
  await client.query(
    `update timers set outcome = null, attempts = 0, due_at = least(due_at, clock_timestamp())
      where id = any($1::uuid[]) and outcome = 'dead'`,
    [letters.flatMap(({ timer_id }) => timer_id ?? [])],
  )
  const work = letters.filter(isOfWork)
  await client.query(
    `update work set is_dead = false, attempts = 0, due_at = clock_timestamp()
      where (consumer, stream_id) in (select * from unnest($1::text[], $2::text[]))`,
    [work.map(({ consumer }) => consumer), work.map(({ stream_id }) => stream_id)],
  )
}

/** The text of a code or link is of no use any more. */
async function skipMessages(client: pg.ClientBase, letters: readonly Row[]): Promise<void> {
  await client.query(
    `update outbox set outcome = 'skipped', body = null where id = any($1::uuid[]) and outcome = 'dead'`,
    [letters.flatMap(({ message_id }) => message_id ?? [])],
  )
}

async function skip(client: pg.ClientBase, letters: readonly Row[]): Promise<void> {
  await skipMessages(client, letters)
  await client.query(
    `update timers set outcome = 'skipped' where id = any($1::uuid[]) and outcome = 'dead'`,
    [letters.flatMap(({ timer_id }) => timer_id ?? [])],
  )
  for (const { consumer, stream_id, position } of letters.filter(isOfWork)) {
    await client.query(
      `update work set is_dead = false, attempts = 0, due_at = clock_timestamp(), since = greatest(since, $3)
        where consumer = $1 and stream_id = $2`,
      [consumer, stream_id, position],
    )
    await client.query('delete from work where consumer = $1 and stream_id = $2 and upto <= since', [
      consumer,
      stream_id,
    ])
  }
}

function noneWaits(id: number): AppError {
  return new AppError('not-found', `No dead letter ${id} waits.`)
}

/** A work row is identified by consumer and stream. */
type Row = {
  consumer: string
  stream_id: string
  position: number
  message_id: string | null
  timer_id: string | null
}

function isOfWork({ message_id, timer_id }: Row): boolean {
  return message_id === null && timer_id === null
}

type Resolution = { resolution: 'retried' | 'skipped'; reason: string | null; operator: string }
type Act = (client: pg.ClientBase, letters: readonly Row[]) => Promise<void>

const retried = (operator: string): Resolution => ({ resolution: 'retried', reason: null, operator })

/** Rows that a transaction locks */
const batchSize = 500

/** Each batch is a transaction. @returns how many waited: another operator, or the relay, may have resolved some */
async function resolve(pool: pg.Pool, ids: readonly number[], how: Resolution, act: Act): Promise<number> {
  let resolved = 0
  for (let start = 0; start < ids.length; start += batchSize)
    resolved += await resolveBatch(pool, ids.slice(start, start + batchSize), how, act)
  return resolved
}

function resolveBatch(
  pool: pg.Pool,
  ids: readonly number[],
  { resolution, reason, operator }: Resolution,
  act: Act,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    // the rows before their letters, as workers do, and in one order: they would wait for each other in a circle
    await client.query(
      `select from work w join dead_letters d using (consumer, stream_id)
        where d.id = any($1) and d.resolution is null order by consumer, stream_id for update of w`,
      [ids],
    )
    await client.query(
      `select from outbox o join dead_letters d on d.message_id = o.id
        where d.id = any($1) and d.resolution is null order by o.id for update of o`,
      [ids],
    )
    await client.query(
      `select from timers t join dead_letters d on d.timer_id = t.id
        where d.id = any($1) and d.resolution is null order by t.kind, t.stream_id for update of t`,
      [ids],
    )
    await client.query('select from dead_letters where id = any($1) order by id for update', [ids])
    const { rows } = await client.query<Row>(
      `update dead_letters d
          set resolution = $2, reason = $3, resolved_by = $4, resolved_at = clock_timestamp()
        where id = any($1) and resolution is null
          -- a row that a rewind made due again: the relay is about to resolve its letter
          and (message_id is not null or timer_id is not null or not exists (
            select from work w where w.consumer = d.consumer and w.stream_id = d.stream_id and not w.is_dead))
       returning consumer, stream_id, position, message_id, timer_id`,
      [ids, resolution, reason, operator],
    )
    await act(client, rows)
    return rows.length
  })
}

const letterKey = z.object({ id: z.string().regex(/^\d{1,15}$/) })

/** Each change is in the audit trail before it is tried; the letter holds who resolved it, and the reason. */
export const deadLetterRoutes = [
  serveCall(operationsWorkCalls.groupDeadLetters, async (_, { operationsDb }) =>
    asSent(await groupDeadLetters(operationsDb)),
  ),
  serveCall(operationsWorkCalls.listDeadLetters, async ({ query, request, reply }, { operationsDb: db }) => {
    const { consumer, reason, limit, cursor } = query
    const after = Number(decodeCursorAs(letterKey, cursor)?.id ?? 0)
    const letters = await listDeadLetters(db, { consumer, reason, after, limit })
    linkIfFull({ request, reply, limit }, letters, (last) => ({ id: String(last.id) }))
    return asSent(letters)
  }),
  serveCall(operationsWorkCalls.retryDeadLetter, async ({ params, caller }, { operationsDb: db }) => {
    const id = Number(params.id)
    await recordOperation(db, actorOf(caller), 'dead retry', { id })
    await retryDeadLetter(db, id, actorOf(caller))
    return undefined
  }),
  serveCall(operationsWorkCalls.retryDeadLetters, async ({ body, caller }, { operationsDb: db }) => {
    await recordOperation(db, actorOf(caller), 'dead retry', { of: body.consumer })
    return { retried: await retryDeadLettersOf(db, body, actorOf(caller)) }
  }),
  serveCall(operationsWorkCalls.skipDeadMessages, async ({ body, caller }, { operationsDb: db }) => {
    const { channel, error, olderThanHours, reason } = body
    const operator = actorOf(caller)
    const before = olderThanHours > 0 ? new Date(Date.now() - olderThanHours * 3_600_000) : undefined
    const record = (details: AuditEntry['details']) => recordOperation(db, operator, 'dead skip', details)
    return {
      skipped: await skipDeadMessagesOf(db, { channel, error, before }, { reason, operator }, record),
    }
  }),
  serveCall(operationsWorkCalls.skipDeadLetter, async ({ params, body, caller }, { operationsDb: db }) => {
    const id = Number(params.id)
    await recordOperation(db, actorOf(caller), 'dead skip', { id })
    await skipDeadLetter(db, id, { reason: body.reason, operator: actorOf(caller) })
    return undefined
  }),
]
