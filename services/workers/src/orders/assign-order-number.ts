import { istDate } from '@jaanch/contracts/calendar'
import { bookingDecider } from '@jaanch/domain/booking/decider'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import type pg from 'pg'
import { type Handler, originOf } from '../work/handler.ts'

const bookings = commandHandler(bookingDecider)

/** Assigns the order number of a booking, and records its lines at the prices of that time. */
export const assignOrderNumber: Handler<'orders'> = async (event, context) => {
  const { bookingId } = event.data
  const orderNumber = await numberFor(context.pool, bookingId, istDate(event.at).slice(0, 4))
  const { refused } = await bookings.record(
    context,
    { id: bookingId, ...originOf('orders', event) },
    (booking) => bookingDecider.decide(booking, { type: 'assignOrderNumber', orderNumber }, event.at),
  )
  if (refused) throw new Error(`No order number for ${event.streamId}: ${refused}`)
}

/**
 * The number is stored by booking, so a repeat gets the same one.
 * @param year of the booking in Asia/Kolkata @returns such as JN-2026-000123; six digits, and more after a million
 */
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
  // neither part sees a row that another worker inserted a moment ago: the next attempt sees it
  return rows[0]?.order_number ?? numberFor(pool, bookingId, year)
}
