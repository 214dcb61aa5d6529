import type { BookingSummary } from '@jaanch/contracts/booking'
import { AppError } from '@jaanch/contracts/errors'
import { streamId } from '@jaanch/contracts/events/streams'
import { reviewRoutes } from '@jaanch/contracts/http/reviews'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { VersionConflictError } from '@jaanch/eventlog/append'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { EventLog } from '../../event-log.ts'
import type { ReadPrepared } from '../../reads/prepared.ts'
import { commandBooking, identifyBooking } from '../bookings/command-booking.ts'

type Parts = EventLog & { readPrepared: ReadPrepared; now: () => Date }

type Review = BodyOf<typeof reviewRoutes.reviewBooking>

/** The customer rates a completed booking, once. */
export function registerReviewBooking(app: FastifyInstance, parts: Parts): void {
  app.serve(reviewRoutes.reviewBooking, async (call) => {
    const { body } = call
    const target = await identifyBooking(parts, reviewRoutes.reviewBooking, call)
    return commandBooking(
      parts,
      {
        ...target,
        async writeRows(client, _, booking) {
          if (booking) await insertReview(client, booking, body)
        },
      },
      { type: 'review', stars: body.stars },
    )
  })
}

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
