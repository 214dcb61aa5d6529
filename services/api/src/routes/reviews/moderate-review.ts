import { AppError } from '@jaanch/contracts/errors'
import { type ReviewView, reviewRoutes } from '@jaanch/contracts/http/reviews'
import type { Route } from '@jaanch/contracts/http/route'
import { insertAudit } from '@jaanch/storage/audit'
import { erased } from '@jaanch/storage/personal-data'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import { actorOf, type Caller } from '../../auth/caller.ts'
import type { EventLog } from '../../event-log.ts'
import { presentReview, reviewRow, selectReviews } from '../../read-models/reviews.ts'
import { type BookingCall, decideBooking, identifyBooking } from '../bookings/command-booking.ts'

type Parts = EventLog & { db: DatabasePool; now: () => Date }

type Call = BookingCall & { body: { reason: string } }
type Change = { bookingId: string; customerId: string; isHidden: boolean; reason: string; caller: Caller }

/** An admin takes a review out of the ratings, or puts it back. What is so already stays, without a further entry. */
export function registerModerateReview(app: FastifyInstance, parts: Parts): void {
  async function moderate(route: Route, isHidden: boolean, call: Call): Promise<ReviewView> {
    const { reason } = call.body
    const target = await identifyBooking(parts, route, call)
    const { bookingId, caller } = target
    const { refused } = await decideBooking(
      parts,
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
    const row = await parts.db.maybeOne(sql.type(reviewRow)`
      ${selectReviews(sql.fragment`where booking_id = ${bookingId}`)}`)
    if (!row) throw new AppError('not-found')
    return presentReview(row)
  }

  const { hideReview, showReview } = reviewRoutes
  app.serve(hideReview, (call) => moderate(hideReview, true, call))
  app.serve(showReview, (call) => moderate(showReview, false, call))
}

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
