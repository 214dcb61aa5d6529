import { insertAudit } from '@jaanch/account/audit/record-audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import {
  type BookingCall,
  commandBooking,
  decideBooking,
  identifyBooking,
} from '@jaanch/booking/command-booking'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf, Route } from '@jaanch/contracts/http/route'
import { VersionConflictError } from '@jaanch/eventlog/append'
import type { EventLog } from '@jaanch/eventlog/event-log'
import { streamId } from '@jaanch/eventlog/events/streams'
import { serveCall } from '@jaanch/platform/http/served'
import { erased } from '@jaanch/platform/personal-data'
import { decodeCursor, linkIfFull, olderThan } from '@jaanch/platform/reads/paging'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { type ReviewView, reviewCalls } from './api.ts'
import { presentReview, reviewRow, selectReviews } from './review-rows.ts'

const all = sql.fragment`true`

export const listReviews = serveCall(
  reviewCalls.listReviews,
  async ({ query, caller, request, reply }, { db, audit }) => {
    const { stars, state, lab, limit } = query
    const after = decodeCursor(query.cursor)
    const ofState = state === 'hidden' ? sql.fragment`is_hidden` : sql.fragment`not is_hidden`
    const rows = await db.any(
      sql.type(reviewRow)`${selectReviews(sql.fragment`
      where ${stars ? sql.fragment`stars = ${stars}` : all}
        and ${state ? ofState : all}
        and ${lab ? sql.fragment`lab_partner_id = ${lab}` : all}
        and ${olderThan(after, sql.fragment`created_at`, sql.fragment`booking_id`)}
      order by created_at desc, booking_id desc limit ${limit}`)}`,
    )
    linkIfFull({ request, reply, limit }, rows, (last) => ({ at: last.keyAt, id: last.id }))
    await audit.recordListed(caller, rows.length)
    return rows.map(presentReview)
  },
)

type Review = BodyOf<typeof reviewCalls.reviewBooking>

/** The customer rates a completed booking, once. */
export const reviewBooking = serveCall(
  reviewCalls.reviewBooking,
  async (call, { appender, logDb, readPrepared, now }) => {
    const { body } = call
    const target = await identifyBooking({ logDb }, reviewCalls.reviewBooking, call)
    return commandBooking(
      { appender, logDb, readPrepared, now },
      {
        ...target,
        async writeRows(client, _, booking) {
          if (booking) await insertReview(client, booking, body)
        },
      },
      { type: 'review', stars: body.stars },
    )
  },
)

async function insertReview(client: pg.ClientBase, booking: BookingSummary, { stars, text }: Review) {
  const { bookingId, customerId, labPartnerId, lines } = booking
  // an erasure that is under way comes first: then nothing is stored
  const { rowCount: isThere } = await client.query(
    'select from users where id = $1 and erased_at is null for key share',
    [customerId],
  )
  if (!isThere) throw new AppError('not-signed-in')
  const { rowCount } = await client.query(
    `insert into reviews (booking_id, customer_id, lab_partner_id, package_ids, stars, text)
     values ($1, $2, $3, $4, $5, $6) on conflict (booking_id) do nothing`,
    [
      bookingId,
      customerId,
      labPartnerId,
      [...new Set(lines.map(({ packageId }) => packageId))],
      stars,
      // half a surrogate pair cannot be encoded
      text?.toWellFormed() ?? null,
    ],
  )
  // another request was faster: it is decided again, on its event
  if (rowCount === 0) throw new VersionConflictError(streamId('booking', bookingId), 0)
}

type Moderation = EventLog & { db: DatabasePool; now: () => Date }
type Call = BookingCall & { body: { reason: string } }
type Change = { bookingId: string; customerId: string; isHidden: boolean; reason: string; caller: Caller }

/** An admin takes a review out of the ratings, or puts it back. What is so already stays, without a further entry. */
async function moderate(
  { appender, logDb, db, now }: Moderation,
  route: Route,
  isHidden: boolean,
  call: Call,
): Promise<ReviewView> {
  const { reason } = call.body
  const target = await identifyBooking({ logDb }, route, call)
  const { bookingId, caller } = target
  const { refused } = await decideBooking(
    { appender, logDb, now },
    {
      ...target,
      async writeRows(client, _, booking) {
        const customerId = booking?.customerId ?? ''
        await writeChange(client, { bookingId, customerId, isHidden, reason, caller })
      },
    },
    () => ({ type: 'moderateReview', isHidden }),
  )
  if (refused) throw new AppError(refused)
  const row = await db.maybeOne(sql.type(reviewRow)`
      ${selectReviews(sql.fragment`where booking_id = ${bookingId}`)}`)
  if (!row) throw new AppError('not-found')
  return presentReview(row)
}

export const hideReview = serveCall(reviewCalls.hideReview, (call, services) =>
  moderate(services, reviewCalls.hideReview, true, call),
)

export const showReview = serveCall(reviewCalls.showReview, (call, services) =>
  moderate(services, reviewCalls.showReview, false, call),
)

/** The reason may name the customer: of one who deleted the account it is not stored. */
async function writeChange(client: pg.ClientBase, change: Change): Promise<void> {
  const { bookingId, customerId, isHidden, reason, caller } = change
  const { rows } = await client.query<{ isErased: boolean }>(
    `select erased_at is not null as "isErased" from users where id = $1 for key share`,
    [customerId],
  )
  const stored = await client.query<{ id: number }>(
    `insert into review_changes (booking_id, is_hidden, reason, changed_by) values ($1, $2, $3, $4) returning id`,
    [bookingId, isHidden, rows[0]?.isErased ? erased.other : reason.toWellFormed(), caller.userId],
  )
  await client.query('update reviews set is_hidden = $2 where booking_id = $1', [bookingId, isHidden])
  await insertAudit(client, [
    {
      action: isHidden ? 'review-hidden' : 'review-shown',
      actor: actorOf(caller),
      userId: customerId,
      object: `booking:${bookingId}`,
      details: { reviewChange: stored.rows[0]?.id ?? 0 },
    },
  ])
}
