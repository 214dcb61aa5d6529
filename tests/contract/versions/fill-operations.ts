import pg from 'pg'

const ago = (seconds: number) => `now() - n * interval '${seconds} s'`

/** Rows that go with n bookings and that `npm run generate` does not make, as the earlier release has them. */
const statements = (bookings: number): string[] => [
  `insert into outbox (id, channel, recipient_user_id, subject, body, created_at, sent_at, due_at, outcome,
                       notification_kind, audience, position, stream_id)
   select gen_random_uuid(), 'email', u.id, 'Your booking', repeat('what has happened to it ', 8), ${ago(1.7)}, ${ago(1.7)}, ${ago(1.7)},
          'sent', 'order-confirmed', 'customer', n, 'booking-' || gen_random_uuid()
     from generate_series(1, ${3 * bookings}) n
     join (select id, row_number() over () as number, count(*) over () as count from users) u on u.number = 1 + n % u.count`,
  `insert into work_done (consumer, stream_id, since, upto, attempts, queued_at, begun_at, done_at)
   select (array['orders', 'notifications', 'reminders'])[1 + n % 3], 'booking-' || md5((n / 3)::text)::uuid, n, n, 1,
          ${ago(1.7)}, ${ago(1.7)}, ${ago(1.7)}
     from generate_series(1, ${3 * bookings}) n`,
  `insert into timers (kind, stream_id, due_at, fired_at, created_at, outcome, position)
   select 'assignment', 'booking-' || gen_random_uuid(), ${ago(5)}, ${ago(5)}, ${ago(5)}, 'fired', n from generate_series(1, ${bookings}) n`,
  `insert into sessions (id, user_id, device, network, created_at, last_seen_at, ends_at)
   select gen_random_uuid(), id, 'Firefox on Linux', '10.0.0.0', now(), now(), now() + interval '20 days' from users`,
  'analyze',
]

/** Makes the messages, finished work, timers and sessions of a database with generated bookings. */
export async function fillOperations(databaseUrl: string, bookings: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // foreign keys are not checked
    await client.query('set session_replication_role = replica')
    for (const statement of statements(bookings)) await client.query(statement)
  } finally {
    await client.end()
  }
}
