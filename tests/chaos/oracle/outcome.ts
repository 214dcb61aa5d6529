import { readConsumers } from '@jaanch/operations/work'
import pg from 'pg'

export type LoggedEvent = {
  position: number
  streamId: string
  version: number
  type: string
  data: Record<string, unknown>
}

/** What is in the database at the end, as far as the checks need it. */
export type Outcome = {
  /** All events */
  events: LoggedEvent[]
  orders: { bookingId: string; orderNumber: string }[]
  /** Ids of bookings with an address or instructions */
  details: Set<string>
  /** By prescription: sha-256 of the file, hex */
  prescriptionFiles: Map<string, string>
  /** Ids of reports whose file exists, and their bookings */
  reports: Map<string, string>
  /** What was typed with a payment, by booking: the log has no texts */
  paymentReferences: Map<string, string>
  /** By id */
  users: Map<string, { email: string; phone: string | null }>
  addresses: Set<string>
  /** Items chosen by prescriptions are events; these are the marks of read notifications */
  readMarks: { userId: string; position: number; all: boolean }[]
  messages: OutboxMessage[]
  deadLetters: string[]
}

export type OutboxMessage = {
  id: string
  position: number | null
  channel: string
  recipient: string
  outcome: string | null
}

export async function readOutcome(databaseUrl: string): Promise<Outcome> {
  return withDatabase(databaseUrl, async (db) => {
    const rows = async <Row>(text: string) => (await db.query(text)).rows as Row[]
    const events = await readEvents(db)
    const files = await rows<{ id: string; hash: string }>(
      `select prescription_id as id, encode(sha256(bytes), 'hex') as hash from prescription_files`,
    )
    const reports = await rows<{ id: string; booking: string }>(
      `select r.id, r.booking_id as booking from health_reports r join health_report_files f on f.report_id = r.id
        where length(f.bytes) > 0`,
    )
    const users = await rows<{ id: string; email: string; phone: string | null }>(
      'select id, email, phone from users',
    )
    const references = await rows<{ id: string; reference: string }>(
      'select booking_id as id, reference from payment_references',
    )
    const ids = async (text: string) => new Set((await rows<{ id: string }>(text)).map(({ id }) => id))
    const dead = await rows<{ what: string }>(
      `select consumer || ' ' || stream_id || ' at ' || position || ': ' || coalesce(error, '') as what
         from dead_letters where resolution is null`,
    )
    return {
      events,
      orders: await readOrders(db),
      details: await ids('select booking_id as id from booking_details'),
      prescriptionFiles: new Map(files.map(({ id, hash }) => [id, hash])),
      reports: new Map(reports.map(({ id, booking }) => [id, booking])),
      paymentReferences: new Map(references.map(({ id, reference }) => [id, reference])),
      users: new Map(users.map(({ id, ...user }) => [id, user])),
      addresses: await ids('select id from customer_addresses'),
      readMarks: await rows(
        `select user_id as "userId", position::float8 as position, true as all from notifications_read_upto
         union all select user_id, position::float8, false from notifications_read`,
      ),
      messages: await rows(
        `select id, position::float8 as position, channel, recipient_user_id as recipient, outcome from outbox`,
      ),
      deadLetters: dead.map(({ what }) => what),
    }
  })
}

/** All of them, in the order of the log. */
export async function readEvents(db: pg.Client): Promise<LoggedEvent[]> {
  const { rows } = await db.query<LoggedEvent>(
    `select position::float8 as position, stream_id as "streamId", version, type, data from log.events order by position`,
  )
  return rows
}

export async function readOrders(db: pg.Client): Promise<Outcome['orders']> {
  const { rows } = await db.query<Outcome['orders'][number]>(
    'select booking_id as "bookingId", order_number as "orderNumber" from orders',
  )
  return rows
}

/** @returns what is still to be done; empty when the projector, the relay and the workers have nothing left */
export function findUnfinished(databaseUrl: string): Promise<string[]> {
  return withDatabase(databaseUrl, async (db) => {
    const { rows } = await db.query<{ head: number; position: number; work: number; outbox: number }>(
      `select (select coalesce(max(position), 0)::int from log.events) as head,
              (select position::int from read_generations where is_live) as position,
              (select count(*)::int from work where not is_dead) as work,
              (select count(*)::int from outbox where outcome is null) as outbox`,
    )
    const [now] = rows
    if (!now) return ['nothing is known']
    const lag = (await readConsumers(db, now.head)).reduce((sum, consumer) => sum + consumer.lag, 0)
    return [
      [now.head - now.position, 'events are not in the read tables'],
      [lag, 'events are not relayed'],
      [now.work, 'streams have unhandled events'],
      [now.outbox, 'messages are not sent'],
    ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))
  })
}

/** Connects for the time of the work. */
export async function withDatabase<Result>(
  url: string,
  work: (db: pg.Client) => Promise<Result>,
): Promise<Result> {
  const db = new pg.Client({ connectionString: url })
  db.on('error', () => {})
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
