import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Queryable } from '@jaanch/eventlog/read'
import type { Channel } from '@jaanch/messages/message'
import { serveCall } from '@jaanch/platform/http/served'
import { decodeCursor, linkNext } from '@jaanch/platform/reads/paging'
import type pg from 'pg'
import { readHolds } from '../now/channels.ts'
import { recordOperation } from '../operators.ts'
import { asSent, type Stored } from '../stored.ts'
import { retryDeadLetter } from '../work/dead-letters.ts'
import { type MessageRowView, operationsMessagesCalls } from './api.ts'
import { messageStatus } from './messages.ts'

/** Its error is never the text of a provider. */
export type MessageRow = Stored<MessageRowView, 'createdAt' | 'sentAt'>

/** `createdAt` to the microsecond */
type MessageKey = { at: string; id: string }

type Filter = {
  channel?: Channel | undefined
  state?: MessageRow['state'] | undefined
  /** 'account' for those about no event */
  kind?: string | undefined
  /** The id of a booking or its first 8 characters */
  booking?: string | undefined
  after?: MessageKey | undefined
  limit: number
}

type Row = Omit<MessageRow, 'to'> & { email: string | null; phone: string | null }

/** SQL: a select list over `outbox o left join users u` */
const columns = `o.id, o.notification_kind as kind, o.channel, ${messageStatus} as state, o.attempts, o.created_at as "createdAt",
  o.sent_at as "sentAt", o.position, o.stream_id as "streamId", o.last_error as error, u.email, u.phone`

/** Messages that a page looks at to find those of a filter */
const mostLookedAt = 5_000

const keyOf = `jsonb_build_object('id', id, 'at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) as key`

/** The condition that an index serves; the other conditions are checked for the messages that a page looks at */
function rangeOf(state: MessageRow['state'] | undefined): string {
  if (state === 'dead' || state === 'skipped') return `outcome = '${state}'`
  return state === 'waiting' || state === 'failing' ? 'outcome is null' : 'true'
}

/**
 * @returns a page of the outbox, newest first. A page looks at 5,000 messages at most: it may hold fewer rows than there are, or
 * none, and `next` is where the next one begins; undefined: this is the last
 */
export async function readMessagePage(
  db: Queryable,
  { channel, state, kind, booking, after, limit }: Filter,
): Promise<{ rows: MessageRow[]; next: MessageKey | undefined }> {
  const lookedAt = `select * from outbox
    where ${rangeOf(state)} and ($1::timestamptz is null or (created_at, id) < ($1, $2::uuid))
      ${booking === undefined ? 'and $3::text is null' : `and stream_id >= 'booking-' || $3 and stream_id < 'booking-' || $3 || 'g'`}
    order by created_at desc, id desc`
  const range = [after?.at ?? null, after?.id ?? null, booking ?? null]
  const { rows } = await db.query<Row & { key: MessageKey }>(
    `select ${columns}, o.key
       from (select *, ${keyOf} from (${lookedAt} limit $4) looked
              where ($5::text is null or channel = $5) and ($6::text is null or ${messageStatus} = $6)
                and ($7::text is null or coalesce(notification_kind, 'account') = $7)
              order by created_at desc, id desc limit $8) o
       left join users u on u.id = o.recipient_user_id order by o.created_at desc, o.id desc`,
    [...range, mostLookedAt, channel ?? null, state ?? null, kind ?? null, limit],
  )
  const page = rows.map(({ key: _, ...row }) => present(row))
  if (rows.length === limit) return { rows: page, next: rows.at(-1)?.key }
  const { rows: last } = await db.query<{ key: MessageKey }>(
    `select ${keyOf} from (${lookedAt} offset $4 limit 1) looked`,
    [...range, mostLookedAt - 1],
  )
  return { rows: page, next: last[0]?.key }
}

/** @returns one message; undefined for an unknown id */
export async function readMessageRow(db: Queryable, id: string): Promise<MessageRow | undefined> {
  const { rows } = await db.query<Row>(
    `select ${columns} from outbox o left join users u on u.id = o.recipient_user_id where o.id = $1`,
    [id],
  )
  return rows[0] && present(rows[0])
}

function present({ email, phone, ...row }: Row): MessageRow {
  const to = row.channel === 'sms' ? phone && maskPhone(phone) : email && maskEmail(email)
  return { ...row, to: to || null }
}

type MessageCount = { channel: Channel; state: MessageRow['state']; count: number }

const mostCounted = 20_000

/**
 * Messages by channel and state: those that are to be sent or dead, and those that were sent or skipped in the last 24 hours. At most
 * 20,000 of each of the three are counted; isMore: there are more.
 */
async function countOutbox(db: Queryable): Promise<{ counts: MessageCount[]; isMore: boolean }> {
  const { rows } = await db.query<MessageCount & { part: string }>(
    `select part, channel, state, count(*) as count from (
       (select 'open' as part, channel, ${messageStatus} as state from outbox where outcome is null limit $1 + 1)
        union all
       (select 'dead', channel, 'dead' from outbox where outcome = 'dead' limit $1 + 1)
        union all
       (select 'done', channel, outcome from (
          select channel, outcome from outbox where created_at > statement_timestamp() - interval '24 hours'
           order by created_at desc, id desc limit $1 + 1) recent where outcome in ('sent', 'skipped'))) counted
      group by 1, 2, 3 order by 2, 3`,
    [mostCounted],
  )
  const totals = Map.groupBy(rows, ({ part }) => part)
  const isMore = [...totals.values()].some(
    (part) => part.reduce((sum, { count }) => sum + count, 0) > mostCounted,
  )
  return { counts: rows.map(({ part: _, ...count }) => count), isMore }
}

/** @returns enough of an e-mail address to recognise it: `a***@gmail.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`
}

/** @returns the last two digits of a phone number: `********10` */
export function maskPhone(phone: string): string {
  return phone.length < 6 ? '***' : `********${phone.slice(-2)}`
}

/**
 * Sends a message again: one that is dead with all attempts, one whose last attempt failed at once. It keeps its id, by which a
 * provider recognises what it has already.
 * @throws AppError not-found, or operation-refused for one that was sent or skipped, or that a worker sends now
 */
async function retryMessage(pool: pg.Pool, id: string, operator: string): Promise<void> {
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

export const outboxRoutes = [
  serveCall(operationsMessagesCalls.countMessages, async (_, { operationsDb: db }) => {
    const [counts, channels] = await Promise.all([countOutbox(db), readHolds(db)])
    const lacking = channels.filter(({ lacksProvider }) => lacksProvider)
    return { ...counts, withoutProvider: lacking.map(({ channel }) => channel) }
  }),
  serveCall(operationsMessagesCalls.listMessages, async ({ query, request, reply }, { operationsDb: db }) => {
    const { cursor, ...filter } = query
    const { rows, next } = await readMessagePage(db, { ...filter, after: decodeCursor(cursor) })
    if (next) linkNext(request, reply, next)
    return asSent(rows)
  }),
  serveCall(operationsMessagesCalls.retryMessage, async ({ params, caller }, { operationsDb: db }) => {
    await recordOperation(db, actorOf(caller), 'message retry', { id: params.id })
    await retryMessage(db, params.id, actorOf(caller))
    return undefined
  }),
]
