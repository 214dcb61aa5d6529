import { insertAudit } from '@jaanch/account/audit/audit'
import type { BookingSummary } from '@jaanch/booking/booking'
import { commandBooking, decideBooking, identifyBooking } from '@jaanch/booking/command-booking'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { VersionConflictError } from '@jaanch/eventlog/append'
import { streamId } from '@jaanch/eventlog/events'
import { serveCall } from '@jaanch/platform/http/served'
import { erased } from '@jaanch/platform/personal-data'
import { decodeCursor, exactTime, linkIfFull, olderThan } from '@jaanch/platform/reads/paging'
import type pg from 'pg'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { reviewCalls, reviewView } from './api.ts'

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

async function insertReview(
  client: pg.ClientBase,
  booking: BookingSummary,
  { stars, text }: BodyOf<typeof reviewCalls.reviewBooking>,
) {
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

type Moderation = typeof reviewCalls.hideReview | typeof reviewCalls.showReview

/** An admin takes a review out of the ratings, or puts it back. What is so already stays, without a further entry. */
const moderate = (route: Moderation, isHidden: boolean) =>
  serveCall(route, async (call, { appender, logDb, db, now }) => {
    const target = await identifyBooking({ logDb }, route, call)
    const { bookingId, caller } = target
    const { refused } = await decideBooking(
      { appender, logDb, now },
      {
        ...target,
        async writeRows(client, _, booking) {
          const { reason } = call.body
          const customerId = booking?.customerId ?? ''
          await writeChange(client, { bookingId, customerId, isHidden, reason, caller })
        },
      },
      () => ({ type: 'moderateReview', isHidden }),
    )
    if (refused) throw new AppError(refused)
    const row = await db.maybeOne(
      sql.type(reviewRow)`${selectReviews(sql.fragment`where booking_id = ${bookingId}`)}`,
    )
    if (!row) throw new AppError('not-found')
    return presentReview(row)
  })

export const hideReview = moderate(reviewCalls.hideReview, true)

export const showReview = moderate(reviewCalls.showReview, false)

type Change = { bookingId: string; customerId: string; isHidden: boolean; reason: string; caller: Caller }

/** The reason may name the customer: once the account is deleted, it is not stored. */
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

const reviewRow = reviewView.omit({ labPartner: true }).extend({
  createdAt: z.date(),
  /** `createdAt`, for a cursor */
  keyAt: z.string(),
  labPartnerId: z.uuid().nullable(),
  labName: z.string().nullable(),
})

/**
 * Reviews with the names of their customers, labs and packages, newest first.
 * @param page condition and limit of the rows that are needed: only these are joined
 */
function selectReviews(page: FragmentSqlToken) {
  return sql.fragment`
    select r.booking_id as id, r.created_at, ${exactTime(sql.fragment`r.created_at`)} as key_at, r.stars, r.text, r.is_hidden,
           u.name as customer_name, r.lab_partner_id, l.lab_name,
           array(select p.name from unnest(r.package_ids) with ordinality of_review (id, n)
                   join packages p on p.id = of_review.id order by n) as package_names,
           (select c.reason from review_changes c where c.booking_id = r.booking_id order by c.id desc limit 1) as reason
      from (select * from reviews ${page}) r
      join users u on u.id = r.customer_id
      left join lab_partners l on l.id = r.lab_partner_id
     order by r.created_at desc, r.booking_id desc`
}

function presentReview({
  keyAt: _,
  createdAt,
  labPartnerId,
  labName,
  ...review
}: z.output<typeof reviewRow>) {
  const labPartner = labPartnerId === null ? null : { id: labPartnerId, name: labName ?? '' }
  return { ...review, createdAt: createdAt.toISOString(), labPartner }
}
