import type { BookingCommand } from '@jaanch/booking/decider'
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { aliveSeconds } from '@jaanch/platform/heartbeat'
import { transactionOn, withClient } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { Problem } from '../../problem.ts'
import { type Accounts, type Lab, staffOf } from '../accounts.ts'
import { accountsTimeline, customerEntry, hashPasswords, labEntries } from '../accounts-timeline.ts'
import type { BookingPlan, Order } from '../booking-plan.ts'
import { bookingSteps, decideBooking, orderNumberOf } from '../booking-steps.ts'
import { type CatalogueEntry, catalogueTimeline, type DemoCatalogue, readCatalogue } from '../catalogue.ts'
import { planOrder, withOutcomes } from '../history.ts'
import { skipHistory } from '../load.ts'
import { planPrescriptions, prescriptionTimeline } from '../prescriptions.ts'
import { createRandom, type Random } from '../random.ts'
import { releaseStep, reportOf } from '../reports.ts'
import { type Step, type TimelineEntry, takeTimeline, writeBatch } from '../timeline.ts'
import { type Day, generatedPassword, type Population, planDays, planPopulation } from './population.ts'

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
    // customers who register on the day itself do not order yet
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

/** An empty page, because only the number of the reports matters. */
const emptyPage = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj trailer<</Root 1 0 R>>\n%%EOF\n',
)

/** The lab uploads a PDF an hour after the completion, which releases it. */
function uploadReport(plan: BookingPlan, lab: Lab, completedAt: Date): Step<BookingCommand> {
  const release = { released_by: lab.id, released_role: 'owner' } as const
  const results = { values: {}, isReviewed: true }
  const at = new Date(completedAt.getTime() + 3_600_000)
  const report = reportOf(plan, 1, { lab, results, at, collectedAt: completedAt, release })
  return releaseStep(report, { at, actor: `lab-partner:${lab.id}`, bytes: emptyPage })
}

type History = {
  population: Population
  entries: readonly CatalogueEntry[]
  anchor: Date
  seed: number
  /** @returns the number of the next order */
  nextOrder: () => number
}

/** For one booking in a thousand, its customer also uploads prescriptions on that day. */
const prescriptionShare = 0.001
/** Later prescriptions wait for an admin or for the customer. */
const openForMs = 48 * 3_600_000

/** Share of the completed bookings whose lab uploaded a report. */
const reportShare = 0.05

/**
 * @param registered number of customers who may place bookings on this day
 * @returns the bookings that are placed on a day, in that order
 */
function planBookingsOf(day: Day, registered: number, history: History): BookingPlan[] {
  const { population, entries, anchor, seed } = history
  const ordered: Order[] = []
  // on the last day, bookings that would be placed after the anchor are drawn again
  for (let n = 0; ordered.length < day.bookings && n < day.bookings * 100; n += 1) {
    const key = ['generated', seed, day.index, n]
    const pickCustomer: Parameters<typeof planOrder>[0]['pickCustomer'] = (random) =>
      population.pickCustomer(random, registered)
    const order = planOrder({ key, date: day.date, entries, anchor, pickCustomer })
    if (order) ordered.push(order)
  }
  ordered.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
  return withOutcomes(ordered, anchor)
}

/** @returns the history of a booking up to the anchor, with that of a prescription now and then */
function decideGenerated(plan: BookingPlan, history: History): TimelineEntry[] {
  const random = createRandom('generated course', plan.bookingId)
  const booking = decide(plan, random, history)
  return random.chance(prescriptionShare) ? [...booking, ...prescriptionsOf(plan, random, history)] : booking
}

function decide(
  plan: BookingPlan,
  random: Random,
  { population, anchor, nextOrder }: History,
): TimelineEntry[] {
  const { accounts } = population
  const lab = population.pickLab(random, plan.customer.city)
  const orderNumber = orderNumberOf(plan, nextOrder())
  const followed = { ...plan, ...custodyAt(lab, plan, accounts) }
  const steps = bookingSteps(followed, { admin: accounts.admin, lab, orderNumber })
  const last = steps.at(-1)
  const isCompleted = last?.command.type === 'advance' && last.command.to === 'completed'
  if (random.chance(reportShare) && isCompleted) steps.push(uploadReport(plan, lab, last.at))
  return decideBooking(plan, steps, anchor)
}

/** The tubes of the lab that has collectors are followed, as in the demo. */
function custodyAt(lab: Lab, { bookingId }: BookingPlan, accounts: Accounts): Pick<BookingPlan, 'custody'> {
  const collectors = staffOf(accounts, lab, 'collector')
  const [technician] = staffOf(accounts, lab, 'technician')
  if (!technician || collectors.length === 0) return {}
  const collector = createRandom('generated custody', bookingId).pick(collectors)
  return { custody: { collectorId: collector.id, technicianId: technician.id } }
}

/**
 * A prescription of which an admin made an order that afternoon, and one that was not looked at. The older ones have been dealt
 * with: the first order was confirmed and carried out, and there is no second prescription.
 */
function prescriptionsOf(plan: BookingPlan, random: Random, history: History): TimelineEntry[] {
  const { entries, anchor, population } = history
  const { admin } = population.accounts
  const at = slotStart(istDate(plan.placedAt), '17:00')
  if (at > anchor) return []
  const [ordered, waiting] = planPrescriptions(plan.customer, entries, at, plan.bookingId)
  if (anchor.getTime() - at.getTime() < openForMs)
    return [
      ...decide(ordered.order, random, history),
      ...[ordered, waiting].flatMap((prescription) => prescriptionTimeline(prescription, admin)),
    ]
  const order = decide({ ...ordered.order, until: 'completed' }, random, history)
  const confirmed = order.find(({ append }) => append?.events[0]?.type === 'OrderConfirmed')
  const confirmedAt = confirmed && new Date(confirmed.at.getTime() + 1_000)
  return [...order, ...prescriptionTimeline({ ...ordered, confirmedAt }, admin)]
}
