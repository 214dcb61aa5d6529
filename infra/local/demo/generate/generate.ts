import { addDays, slotStart } from '@jaanch/contracts/calendar'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import { transactionOn } from '@jaanch/platform/postgres'
import { withClient } from '@jaanch/platform/with-client'
import type pg from 'pg'
import { Problem } from '../../problem.ts'
import { accountsTimeline, customerEntry, hashPasswords, labEntries } from '../accounts-timeline.ts'
import { catalogueTimeline, type DemoCatalogue, readCatalogue } from '../catalogue.ts'
import { skipHistory } from '../load.ts'
import { type TimelineEntry, takeTimeline, writeBatch } from '../timeline.ts'
import { decideGenerated, type History, planBookingsOf } from './plan-day.ts'
import { type Day, planDays } from './plan-days.ts'
import { generatedPassword, type Population, planPopulation } from './population.ts'

export type GenerateOptions = {
  /** A migrated database; its user owns the tables */
  url: string
  bookings: number
  customers: number
  labs: number
  /** The same seed and `now` give the same log */
  seed: number
  /** Nothing happens after it; default the present */
  now?: Date
  /** Adds to the events that are there; a seed can be added once */
  append?: boolean
  onProgress?: (bookings: number, total: number) => void
}

type Generated = { events: number; bookings: number; customers: number; labs: number; ms: number }

/** Entries that are written together */
const batchSize = 5_000

const sessionSettings =
  '-c synchronous_commit=off -c statement_timeout=0 -c timezone=UTC -c idle_in_transaction_session_timeout=0'

/**
 * Fills the log with two years of bookings, in one transaction: a call that fails leaves nothing. The accounts, the catalogue, and
 * the course of the bookings are those of the demo. Consumers begin after it, so that nothing is sent.
 * @throws Problem if services run on the database, if the log is not empty, without `append`, or if a consumer has not
 *   reached its end, with it
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const startedAt = performance.now()
  const { url: connectionString } = options
  const settings = { connectionString, application_name: 'generate', options: sessionSettings }
  return withClient(settings, async (client) => {
    const counts = await transactionOn(client, () => fill(client, options))
    // for the planner, and so that no later reader sets hint bits
    await client.query('vacuum (analyze)')
    return { ...counts, ms: performance.now() - startedAt }
  })
}

async function fill(client: pg.Client, options: GenerateOptions): Promise<Omit<Generated, 'ms'>> {
  const { bookings, seed, now = new Date(), append = false, onProgress } = options
  await takeTimeline(client)
  await assertUnused(client, append)

  const days = planDays(bookings, now)
  const firstDay = days[0]?.date ?? ''
  const catalogue = readCatalogue()
  const population = planPopulation(options, firstDay, seed)
  await writeBatch(client, await planBase(population, catalogue, firstDay))

  const firstOrder = await lastOrder(client)
  let order = firstOrder
  const nextOrder = () => {
    order += 1
    return order
  }
  const history = { population, entries: catalogue.entries, anchor: now, seed, nextOrder }
  const hashOf = await hashPasswords([{ password: generatedPassword }])
  const passwordHash = hashOf({ password: generatedPassword })
  const onDay = (placed: number) => onProgress?.(placed, bookings)
  for (const batch of generateHistory(history, { days, passwordHash, onDay }))
    for (let begin = 0; begin < batch.length; begin += batchSize)
      await writeBatch(client, batch.slice(begin, begin + batchSize))
  const events = await readHead(client)
  if (order > firstOrder) await client.query("select setval('order_number_seq', $1)", [order])
  await skipHistory(client, now)
  // with --append they exist
  await client.query('update work_consumers set cursor = $1', [events])
  await markDemoAsLoaded(client, now)
  return {
    events,
    bookings: order - firstOrder,
    customers: population.customers,
    labs: population.labs.length,
  }
}

/** The catalogue and the accounts that are there before the first booking. */
async function planBase(
  { accounts, labs }: Population,
  catalogue: DemoCatalogue,
  firstDay: string,
): Promise<TimelineEntry[]> {
  const known = new Set(accounts.labs)
  const hashOf = await hashPasswords(labs)
  const base = [
    ...catalogueTimeline(
      catalogue,
      slotStart(addDays(firstDay, -224), '12:00'),
      `admin:${accounts.admin.id}`,
    ),
    ...(await accountsTimeline(accounts)),
    ...labs.filter((lab) => !known.has(lab)).flatMap((lab) => labEntries(lab, hashOf(lab), accounts.admin)),
  ]
  return base.sort((a, b) => a.at.getTime() - b.at.getTime())
}

/**
 * Appends wait until the end, and consumers begin after it: services would stand still, and work that they have not seen yet would be
 * lost.
 */
async function assertUnused(client: pg.ClientBase, append: boolean): Promise<void> {
  const running = await client.query<{ names: string | null }>(
    `select string_agg(distinct service, ', ' order by service) as names from processes
      where seen_at > clock_timestamp() - make_interval(secs => $1)`,
    [aliveSeconds],
  )
  const services = running.rows[0]?.names
  if (services)
    throw new Problem(
      `Services run on this database (${services}), and they would wait for the locks until the end: stop them first. Those that were killed count for ${aliveSeconds} s.`,
    )
  const head = await readHead(client)
  if (head > 0 && !append)
    throw new Problem('The log is not empty: choose another database, or add to it with --append.')
  const behind = await client.query<{ names: string | null }>(
    "select string_agg(name, ', ' order by name) as names from work_consumers where cursor < $1",
    [head],
  )
  const consumers = behind.rows[0]?.names
  if (consumers)
    throw new Problem(
      `Consumers have not seen all events (${consumers}), and they would skip them: start the services until they have.`,
    )
}

async function readHead(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ head: string }>(
    'select coalesce(max(position), 0) as head from log.events',
  )
  return Number(rows[0]?.head)
}

async function lastOrder(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ last: string }>(
    'select case when is_called then last_value else 0 end as last from order_number_seq',
  )
  return Number(rows[0]?.last)
}

/** A start with DEMO=1 adds no second history. */
async function markDemoAsLoaded(client: pg.ClientBase, anchor: Date): Promise<void> {
  await client.query(
    `insert into settings (key, value) values ('demo', jsonb_build_object('anchor', $1::text, 'firstOrder', 1, 'done', true))
     on conflict (key) do nothing`,
    [anchor.toISOString()],
  )
}

type Options = { days: readonly Day[]; passwordHash: string; onDay: (bookings: number) => void }

/**
 * The history of all days in order of time, a batch for each day. A day's entries are complete when its bookings are planned, since
 * nothing happens to a booking before it is placed; what belongs to later days is kept until then.
 */
function* generateHistory(
  history: History,
  { days, passwordHash, onDay }: Options,
): Generator<TimelineEntry[]> {
  const { population, anchor } = history
  let later: TimelineEntry[] = []
  let registered = 1 + population.accounts.customers.length
  let placed = 0

  /** Adds the registrations until then. */
  function registerUntil(end: Date): void {
    for (; registered < population.customers; registered += 1) {
      const customer = population.customer(registered)
      if (customer.createdAt >= end) return
      later.push(customerEntry(customer, passwordHash))
    }
  }

  for (const day of days) {
    registerUntil(slotStart(day.date, '00:00'))
    // who registers on the day itself does not order yet
    const buyers = registered
    registerUntil(day.end)
    for (const plan of planBookingsOf(day, buyers, history)) later.push(...decideGenerated(plan, history))
    const end = Math.min(day.end.getTime(), anchor.getTime() + 1)
    const { now = [], rest = [] } = Object.groupBy(later, ({ at }) => (at.getTime() < end ? 'now' : 'rest'))
    later = rest
    yield now.sort(byTime)
    placed += day.bookings
    onDay(placed)
  }
  yield later.sort(byTime)
}

const byTime = (a: TimelineEntry, b: TimelineEntry) => a.at.getTime() - b.at.getTime()
