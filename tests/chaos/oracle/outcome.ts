import { setTimeout } from 'node:timers/promises'
import type { Place } from '@jaanch/booking/booking'
import { readConsumers } from '@jaanch/operations/work/work'
import { withClient } from '@jaanch/platform/postgres'

/** How many visits a lab makes: in each slot of its weekdays, as ISO numbers them, except on its days off */
export type Capacity = { weekdays: number[]; slots: number[]; daysOff: Place['date'][] }

export type LoggedEvent = {
  position: number
  streamId: string
  version: number
  type: string
  data: Record<string, unknown>
}

export type Message = {
  id: string
  position: number | null
  channel: string
  recipient: string
  outcome: string | null
}

/** The state of the database at the end, as far as the checks need it. */
export type Outcome = Awaited<ReturnType<typeof readOutcome>>

export function readOutcome(databaseUrl: string) {
  return withClient(databaseUrl, async (db) => {
    const rows = async <Row>(text: string) => (await db.query(text)).rows as Row[]
    const ids = async (text: string) => new Set((await rows<{ id: string }>(text)).map(({ id }) => id))
    /** A map of the columns `id` and `value` */
    const map = async <Value = string>(text: string) =>
      new Map((await rows<{ id: string; value: Value }>(text)).map(({ id, value }) => [id, value]))
    const events = await rows<LoggedEvent>(
      `select position::float8 as position, stream_id as "streamId", version, type, data from log.events order by position`,
    )
    return {
      events,
      /** Order numbers by booking */
      orders: await map('select booking_id as id, order_number as value from orders'),
      /** Bookings with an address or instructions */
      details: await ids('select booking_id as id from booking_details'),
      /** SHA-256 of the file of each prescription, hex */
      prescriptionFiles: await map(
        `select prescription_id as id, encode(sha256(bytes), 'hex') as value from prescription_files`,
      ),
      /** Bookings by the ids of the reports whose file exists */
      reports: await map(
        `select r.id, r.booking_id as value from health_reports r join health_report_files f on f.report_id = r.id
          where length(f.bytes) > 0`,
      ),
      /** The reference that was typed with a payment, by booking */
      paymentReferences: await map('select booking_id as id, reference as value from payment_references'),
      users: await map<{ email: string; phone: string | null }>(
        `select id, jsonb_build_object('email', email, 'phone', phone) as value from users`,
      ),
      addresses: await ids('select id from customer_addresses'),
      /** By lab */
      capacities: await map<Capacity>(
        `select lab_partner_id as id, jsonb_build_object('weekdays', weekdays, 'slots', slots, 'daysOff', days_off) as value
           from lab_capacities`,
      ),
      readMarks: await rows<{ userId: string; position: number; all: boolean }>(
        `select user_id as "userId", position::float8 as position, true as all from notifications_read_upto
         union all select user_id, position::float8, false from notifications_read`,
      ),
      messages: await rows<Message>(
        `select id, position::float8 as position, channel, recipient_user_id as recipient, outcome from outbox`,
      ),
      deadLetters: [
        ...(await ids(
          `select consumer || ' ' || stream_id || ' at ' || position || ': ' || coalesce(error, '') as id
             from dead_letters where resolution is null`,
        )),
      ],
    }
  })
}

/** @returns what is still to be done; empty when the projector, the relay and the workers have nothing left */
export function findUnfinished(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, async (db) => {
    const { rows } = await db.query<{ head: number; position: number; work: number; outbox: number }>(
      `select (select coalesce(max(position), 0)::int from log.events) as head,
              (select position::int from read_generations where is_live) as position,
              (select count(*)::int from work where not is_dead) as work,
              (select count(*)::int from outbox where outcome is null) as outbox`,
    )
    const [now] = rows
    if (!now) return ['nothing is known']
    const lag = (await readConsumers(db, now.head)).reduce((sum, consumer) => sum + consumer.lag, 0)
    const left: [count: number, what: string][] = [
      [now.head - now.position, 'events are not in the read tables'],
      [lag, 'events are not relayed'],
      [now.work, 'streams have unhandled events'],
      [now.outbox, 'messages are not sent'],
    ]
    return left.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]))
  })
}

/** A projector holds an advisory lock of this class while it writes the read tables. */
const countActive = `
  select count(*)::int as active from pg_locks
   where locktype = 'advisory' and classid = 5129204 and granted
     and database = (select oid from pg_database where datname = current_database())`

/**
 * Watches how many projectors are active, also across failovers, until it is told to end, and then waits for the one that takes over.
 * @returns one sentence for each moment with several, and one if there is none at the end
 */
export async function watchProjectors(
  databaseUrl: () => Promise<string>,
  signal: AbortSignal,
): Promise<string[]> {
  const problems: string[] = []
  const watch = async (isOver: (active: number) => boolean) =>
    withClient(await databaseUrl(), async (db) => {
      for (;;) {
        const { active } = (await db.query<{ active: number }>(countActive)).rows[0] ?? { active: 0 }
        if (active > 1) problems.push(`${active} projectors were active at ${new Date().toISOString()}`)
        if (isOver(active)) return
        await setTimeout(100)
      }
    })
  // the database goes away and comes back
  while (!signal.aborted) await watch(() => signal.aborted).catch(() => setTimeout(100))
  const deadline = performance.now() + 120_000
  await watch((active) => active === 1 || performance.now() > deadline)
  if (performance.now() > deadline) problems.push('No projector was active within two minutes after the end')
  return problems
}
