import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { type Services, serveCall, serveRead } from '@jaanch/platform/http/served'
import type { PassedView } from '@jaanch/platform/reads/barrier'
import { passBarrier, passBarrierIfLive, readTable } from '@jaanch/platform/reads/read-tables'
import type pg from 'pg'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { BookingSummary } from '../booking.ts'
import { findBooking } from '../command-booking.ts'
import { recordSeen } from '../list/bookings.ts'
import { visibleBookings } from '../policies.ts'
import { whyMessagesClosed } from '../rules.ts'
import { type MessageView, messageCalls } from './api.ts'
import type { MessageAudience } from './rules.ts'

type Opening = { logDb: pg.Pool; now: () => Date }

/** The last ones that are shown, and the most bookings that are counted */
const most = 200

const unreadRow = z.object({ bookingId: z.uuid(), count: z.number() })
type UnreadRow = z.output<typeof unreadRow>
const labRow = unreadRow.extend({ data: z.custom<BookingSummary>() })

export const listMessages = serveRead(
  messageCalls.listBookingMessages,
  async ({ params, caller, reply }, { barrier, replicas, logDb, db, audit, now }) => {
    await passBarrierIfLive({ barrier, replicas }, reply)
    const { bookingId: id, customerId } = await findOpen({ logDb, now }, params.id, caller)
    const rows = await db.any(sql.type(messageRow)`
      ${selectMessages(caller)} where booking_id = ${params.id} and ${visibleMessages(caller)}
       order by booking_messages.created_at desc, id desc limit ${most}`)
    // a message to a person reveals as much as one from that person
    if (rows.length > 0) await recordSeen(audit, caller, [{ id, customerId }])
    return rows.map(presentMessage).reverse()
  },
)

export const readMessages = serveCall(
  messageCalls.readBookingMessages,
  async ({ params, caller }, { logDb, db, now }) => {
    await findOpen({ logDb, now }, params.id, caller)
    const at = readAtOf(caller)
    await db.query(sql.unsafe`
      update booking_messages set ${at} = ${now().toISOString()}
       where booking_id = ${params.id} and ${visibleMessages(caller)} and ${at} is null`)
    return undefined
  },
)

export const countUnreadMessages = serveRead(
  messageCalls.countUnreadMessages,
  async ({ caller, reply }, { barrier, replicas, db, now }) => {
    if (caller.role === 'lab-partner')
      return countOfLab({ db, now }, caller, await passBarrier({ barrier, replicas }, reply))
    await passBarrierIfLive({ barrier, replicas }, reply)
    const rows = await db.any(sql.type(unreadRow)`
      select booking_id, count(*)::int as count from (${newestUnread(caller)}) unread
       group by booking_id order by max(created_at) desc limit ${most}`)
    return [...rows]
  },
)

/** The newest ones: what is old is not opened any more */
function newestUnread(caller: Caller): FragmentSqlToken {
  return sql.fragment`
    select booking_id, created_at from booking_messages
     where ${unreadOf(caller)} order by created_at desc limit 2000`
}

/** Without the messages that the lab cannot open: of a booking that it lost or declined, or that is closed. */
async function countOfLab(
  { db, now }: Pick<Services, 'db' | 'now'>,
  caller: Caller,
  view: PassedView,
): Promise<UnreadRow[]> {
  const rows = await db.any(sql.type(labRow)`
    select u.booking_id, u.count, b.data from (
      select booking_id, count(*)::int as count, max(created_at) as newest
        from (${newestUnread(caller)}) unread group by booking_id) u
      join (select id, data from ${readTable(view, 'bookings')}
             where ${visibleBookings(caller)} and status <> 'cancelled') b on b.id = u.booking_id
     order by u.newest desc limit ${most}`)
  return rows.flatMap(({ bookingId, count, data }) =>
    whyMessagesClosed(data, now()) ? [] : { bookingId, count },
  )
}

function unreadOf(caller: Caller): FragmentSqlToken {
  switch (caller.role) {
    case 'customer':
      return sql.fragment`customer_id = ${caller.userId} and customer_read_at is null`
    case 'lab-partner':
      return sql.fragment`lab_partner_id = ${caller.labPartnerId} and lab_read_at is null`
    case 'admin':
      return sql.fragment`platform_read_at is null`
  }
}

const noLabAnyMore = 'The lab no longer works on this booking. Please write to Jaanch.'

/**
 * A lab exchanges messages with a customer from its assignment until it no longer sees them.
 * @throws AppError collection-closed, for a lab
 */
export function refuseClosed(booking: BookingSummary, { role }: Caller, now: Date): void {
  const closed = whyMessagesClosed(booking, now)
  if (closed && role === 'lab-partner') throw new AppError('collection-closed', closed)
}

/**
 * Nobody writes to a lab that could not read it.
 * @throws AppError collection-closed
 */
export function refuseClosedLab(booking: BookingSummary, audience: MessageAudience, now: Date): void {
  if (audience === 'lab' && booking.labPartnerId !== null && whyMessagesClosed(booking, now))
    throw new AppError('collection-closed', noLabAnyMore)
}

async function findOpen({ logDb, now }: Opening, id: string, caller: Caller): Promise<BookingSummary> {
  const booking = await findBooking({ logDb }, id, caller)
  refuseClosed(booking, caller, now())
  return booking
}

export const messageRow = z.object({
  id: z.uuid(),
  createdAt: z.date(),
  audience: z.enum(['lab', 'platform']),
  by: z.enum(['customer', 'lab-partner', 'admin']),
  text: z.string(),
  isUnread: z.boolean(),
  requestHash: z.string(),
})

/** Condition on `booking_messages` of a booking that the caller may see: a lab reads what was exchanged with it. */
function visibleMessages({ role, labPartnerId }: Caller): FragmentSqlToken {
  return role === 'lab-partner' ? sql.fragment`lab_partner_id = ${labPartnerId}` : sql.fragment`true`
}

const readAt = {
  customer: sql.fragment`customer_read_at`,
  'lab-partner': sql.fragment`lab_read_at`,
  admin: sql.fragment`platform_read_at`,
}

/** When the caller's side read it; null if it has not */
const readAtOf = ({ role }: Pick<Caller, 'role'>) => readAt[role]

export function selectMessages(caller: Caller): FragmentSqlToken {
  return sql.fragment`
    select id, created_at, audience, author_role as by, text, ${readAtOf(caller)} is null as is_unread, request_hash
      from booking_messages`
}

export function presentMessage(row: z.output<typeof messageRow>): MessageView {
  const { id, createdAt, audience, by, text, isUnread } = row
  return { id, createdAt: createdAt.toISOString(), audience, by, text, isUnread }
}
