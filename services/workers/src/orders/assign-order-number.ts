import type { BookingEvent } from '@jaanch/contracts/events/booking'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { istDate } from '@jaanch/domain/calendar'
import { fold } from '@jaanch/domain/decider'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { decideAndAppend } from '@jaanch/eventlog/decide'
import type pg from 'pg'
import type { Handler } from '../work/handler.ts'

/**
 * Creates the order of a booking: gives it its number and records the lines at the prices of order time.
 * The number is kept by booking, so whoever asks again gets the same one.
 */
export const assignOrderNumber: Handler = async (event, { pool, appender }) => {
  const placed = event as Extract<Recorded<BookingEvent>, { type: 'BookingPlaced' | 'OrderProposed' }>
  const orderNumber = await numberFor(pool, placed.data.bookingId, istDate(placed.at).slice(0, 4))
  await decideAndAppend({
    appender,
    db: pool,
    id: appendIdOf('orders', event.position),
    streamId: event.streamId,
    actor: 'system:orders',
    correlationId: event.correlationId,
    causationId: event.position,
    decide(history) {
      const booking = fold(bookingDecider, history as Recorded<BookingEvent>[])
      const decision = bookingDecider.decide(booking, { type: 'assignOrderNumber', orderNumber }, event.at)
      if ('refused' in decision) throw new Error(`No order for ${event.streamId}: ${decision.refused}`)
      return decision.events
    },
  })
}

/** @param year of the booking in Asia/Kolkata @returns such as JN-2026-000123; six digits, and more after a million */
async function numberFor(pool: pg.Pool, bookingId: string, year: string): Promise<string> {
  const { rows } = await pool.query<{ order_number: string }>({
    name: 'order-number',
    text: `with made as (
       insert into orders (booking_id, order_number)
       select $1, 'JN-' || $2 || '-' || lpad(n::text, greatest(6, length(n::text)), '0')
         from (select nextval('order_number_seq') as n where not exists (select from orders where booking_id = $1)) next
       on conflict (booking_id) do nothing
       returning order_number
     )
     select order_number from made union all select order_number from orders where booking_id = $1`,
    values: [bookingId, year],
  })
  // neither branch sees a row that another worker inserted a moment ago: it is there on the next look
  return rows[0]?.order_number ?? numberFor(pool, bookingId, year)
}
