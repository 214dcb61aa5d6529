import { istDate } from '@jaanch/contracts/calendar'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import type { Recorded } from '@jaanch/eventlog/events'
import { type HandlerContext, originOf, react } from '@jaanch/eventlog/work/handler'
import { batchCallsOf } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { ordersConsumer } from './consumers.ts'
import { bookingDecider } from './decider.ts'
import type { BookingEvent } from './events.ts'

type Services = Pick<HandlerContext, 'pool' | 'appender'> & { leasePool: pg.Pool }

const bookings = commandHandler(bookingDecider)

/**
 * Assigns the order number of a booking, and records its lines at the prices of that time. What was read with the event is
 * nearly always the whole stream, so the number is decided on that; after a conflict the stream is read again.
 */
export const assignOrderNumber = react(
  ordersConsumer,
  async (event, { pool, appender, leasePool }: Services, readHistory) => {
    const { bookingId } = event.data
    const orderNumber = await numberFor(leasePool, { bookingId, year: istDate(event.at).slice(0, 4) })
    // the consumer's events are events of bookings
    const known = readHistory() as readonly Recorded<BookingEvent>[]
    const { refused } = await bookings.handle(
      { pool, appender },
      { id: bookingId, known, ...originOf(ordersConsumer, event) },
      (booking) => bookingDecider.decide(booking, { type: 'assignOrderNumber', orderNumber }, event.at),
    )
    if (refused) throw new Error(`No order number for ${event.streamId}: ${refused}`)
  },
)

/** @property year of the booking in Asia/Kolkata */
type WantedNumber = { bookingId: string; year: string }

const numberFor = batchCallsOf(assignNumbers)

/**
 * The number is stored by booking, so a repeat gets the same one. It is on the disk before it is returned: this process may
 * outlive a crash of Postgres and append the event afterwards.
 * @returns numbers such as JN-2026-000123; six digits, and more after a million
 */
async function assignNumbers(pool: pg.Pool, wanted: readonly WantedNumber[]): Promise<string[]> {
  const { rows } = await pool.query<{ bookingId: string; orderNumber: string }>({
    name: 'order numbers',
    text: `with flushed as materialized (
       select set_config('synchronous_commit', 'on', true)
     ), wanted as materialized (
       select distinct on (id) id, year from flushed, unnest($1::uuid[], $2::text[]) as w (id, year) order by id
     ), made as (
       insert into orders (booking_id, order_number)
       select id, 'JN-' || year || '-' || lpad(n::text, greatest(6, length(n::text)), '0')
         from (select id, year, nextval('order_number_seq') as n from wanted
                where not exists (select from orders where booking_id = id)) next
       on conflict (booking_id) do nothing
       returning booking_id, order_number
     )
     select booking_id as "bookingId", order_number as "orderNumber" from made
      union all
     select booking_id, order_number from orders where booking_id = any($1::uuid[])`,
    values: [wanted.map(({ bookingId }) => bookingId), wanted.map(({ year }) => year)],
  })
  const numbers = new Map(rows.map(({ bookingId, orderNumber }) => [bookingId, orderNumber]))
  const found = wanted.map(({ bookingId }) => numbers.get(bookingId))
  // neither part sees a row that another worker inserted a moment ago: the next statement sees it
  return found.every((number) => number !== undefined) ? found : assignNumbers(pool, wanted)
}
