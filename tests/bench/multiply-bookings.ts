import type pg from 'pg'

/**
 * Copies the bookings of the demo under other ids until there are `wanted`, with their details, orders and a sent message for
 * each of their events, and as many customers as a fifth. Connect as the owner: the events are inserted without log.append.
 * @returns a sentence with the numbers
 */
export async function multiplyBookings(client: pg.ClientBase, wanted: number): Promise<string> {
  await client.query(
    `create temporary table demo as select *, substr(stream_id, 9) as id from log.events where stream_id like 'booking-%'`,
  )
  const { rows } = await client.query<{ bookings: number }>(
    'select count(distinct id)::integer as bookings from demo',
  )
  const copies = Math.ceil(wanted / (rows[0]?.bookings ?? 1)) - 1
  await client.query(
    `insert into users (id, role, name, email, password_hash)
     select gen_random_uuid(), 'customer', 'Customer ' || n, n || '@bench.example', md5(n::text) from generate_series(1, $1::integer) n`,
    [Math.ceil(wanted / 5)],
  )
  for (let copy = 1; copy <= copies; copy += 1) {
    await client.query(
      `insert into log.events
       select (select max(position) from log.events) + row_number() over (order by position),
              'booking-' || md5(id || $1)::uuid, version, type, schema_version,
              replace(data::text, id, (md5(id || $1)::uuid)::text)::jsonb, actor, correlation_id, null, at,
              md5(append_id || $1)::uuid, append_index
         from demo`,
      [`-${copy}`],
    )
    await client.query(
      `insert into booking_details (booking_id, customer_id, address, special_instructions, request_hash)
       select md5(booking_id || $1)::uuid, customer_id, address, special_instructions, md5(booking_id || $1)
         from booking_details where booking_id::text in (select id from demo)`,
      [`-${copy}`],
    )
    await client.query(
      `insert into orders select md5(booking_id || $1)::uuid, order_number || $1 from orders where booking_id::text in (select id from demo)`,
      [`-${copy}`],
    )
    await client.query(
      `insert into outbox (id, channel, recipient_user_id, notification_kind, audience, position, stream_id, outcome, sent_at)
       select gen_random_uuid(), 'email', (data ->> 'customerId')::uuid, 'booking-placed', 'customer',
              position + $2::bigint * 10_000_000_000, 'booking-' || md5(id || $1)::uuid, 'sent', at
         from demo where type = 'BookingPlaced'`,
      [`-${copy}`, copy],
    )
  }
  await client.query('vacuum analyze')
  const { rows: counts } = await client.query(
    `select (select count(*)::integer from log.events) as events, (select count(*)::integer from booking_details) as bookings,
            (select count(*)::integer from users) as users, (select count(*)::integer from outbox) as messages,
            pg_size_pretty(pg_database_size(current_database())) as size`,
  )
  return JSON.stringify(counts[0])
}
