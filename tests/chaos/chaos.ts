import { setTimeout } from 'node:timers/promises'
import { createRandom } from '@jaanch/infra/local/demo/random'
import type { Ran } from '@jaanch/infra/ops/testing'
import { type Crew, gatherCrew } from './actors/crew.ts'
import { createPoliteClient } from './actors/polite-client.ts'
import { runCustomer } from './actors/run-customer.ts'
import { checkMessages, findGaps, findOrderProblems } from './check-log.ts'
import type { Delivery } from './message-receivers.ts'
import { findCustodyProblems } from './oracle/check-custody.ts'
import { findRefundProblems } from './oracle/check-money.ts'
import { findCallProblems, findWrongResults } from './oracle/check-results.ts'
import { findLostWrites, findUnknownCreations } from './oracle/check-writes.ts'
import { findUnexplainedRaces } from './oracle/lost-races.ts'
import type { Oracle } from './oracle/oracle.ts'
import { findUnfinished, readOutcome, withDatabase } from './oracle/outcome.ts'
import { findUnexplained, readPlaces, recordPlaces } from './oracle/places.ts'
import { readResults } from './oracle/read-results.ts'
import { proveContacts } from './prove-contacts.ts'
import { type Check, checksOf, type Report, summariseOracle } from './report.ts'
import { type ClientView, openView } from './view/client-view.ts'

const customerKeys = [
  '/api/bookings?limit=500',
  '/api/bookings?limit=500&tab=upcoming',
  '/api/bookings/counts',
  '/api/prescriptions?limit=500',
  '/api/notifications?limit=500',
]
const labKeys = ['/api/bookings', '/api/bookings/counts', '/api/bookings/summary', '/api/notifications']
const adminKeys = [
  '/api/bookings',
  '/api/bookings/counts',
  '/api/admin/prescriptions',
  '/api/lab-partners/all',
  '/api/notifications',
]

/** Every second customer, all labs and the admin in two windows look at their screens during the whole run. */
function openViews(crew: Crew, url: string): Promise<ClientView[]> {
  const people = [
    ...crew.customers
      .filter((_, n) => n % 2 === 0)
      .map(({ token }, n) => ({ name: `customer ${n * 2}`, token, keys: customerKeys })),
    ...crew.labs.map(({ token }, n) => ({ name: `lab ${n + 1}`, token, keys: labKeys })),
    ...[1, 2].map((n) => ({ name: `admin ${n}`, token: crew.admin, keys: adminKeys })),
  ]
  return Promise.all(
    people.map((person) => openView({ ...person, url, send: crew.send, oracle: crew.oracle })),
  )
}

/** Work that failed often waits up to a minute for its next attempt, and a message up to ten. */
const withinMs = 240_000

/**
 * Waits until nothing is left to be done, and every view is connected and has nothing on its way.
 *
 * @returns what is left after four minutes; empty if it is quiet
 */
async function waitUntilQuiet(
  databaseUrl: string,
  views: readonly ClientView[],
  signal: AbortSignal,
): Promise<string[]> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const left = await findUnfinished(databaseUrl).catch((error) => [
      `the database does not answer: ${error}`,
    ])
    const busy = views.filter((view) => !view.isQuiet()).length
    if (busy > 0) left.push(`${busy} views are not quiet`)
    if (left.length === 0 || signal.aborted || performance.now() > deadline) return left
    await setTimeout(500)
  }
}

/** What people use: a stack of processes, or an installation in containers. */
export type Arena = {
  url: string
  /** The owner's address of the database, at the time */
  databaseUrl(): Promise<string>
  verify(): Promise<Ran>
  /** undefined: nothing delivers messages */
  listDeliveries?: () => Delivery[]
}

export type Plan = {
  seed: number
  customers: number
  /** Happens while people act. Resolves when all is healed. @returns how often what happened */
  disturb: () => Promise<Record<string, number>>
  oracle: Oracle
  log: (line: string) => void
  /** Ends the run early: there is no report */
  signal: AbortSignal
  /** After the run: what else must hold */
  furtherChecks?: (views: readonly ClientView[], epochs: { before: string; after: string }) => Check[]
}

/**
 * Lets people use the arena while it is disturbed, waits until it is quiet, and checks what is there.
 *
 * @returns undefined if it was ended early
 */
export async function runChaos(arena: Arena, plan: Plan): Promise<Report | undefined> {
  const { seed, customers, disturb, oracle, log, signal, furtherChecks = () => [] } = plan
  const people = createPoliteClient(arena.url, oracle)
  const pauses = createRandom('chaos', seed, 'pauses')
  const ending = new AbortController()
  const pauseMs = () => (ending.signal.aborted || signal.aborted ? 0 : pauses.between(50, 1_000))
  const views: ClientView[] = []
  try {
    log('Gathering the people …')
    const databaseUrl = await arena.databaseUrl()
    await recordPlaces(databaseUrl)
    const since = (await readOutcome(databaseUrl)).events.length
    const before = await readEpoch(databaseUrl)
    const random = createRandom('chaos', seed, 'people')
    const crew = await gatherCrew({ ...people, oracle, random }, customers, pauseMs)
    await proveContacts(databaseUrl)
    views.push(...(await openViews(crew, arena.url)))

    const errors: string[] = []
    const acting = crew.customers.map((_, index) =>
      runCustomer(
        crew,
        { seed, index },
        (error) => errors.push(error.message),
        AbortSignal.any([ending.signal, signal]),
      ),
    )
    const faults = await disturb()
    ending.abort()
    log('All is healed; waiting for the people to finish …')
    await Promise.all(acting)
    if (signal.aborted) return undefined

    log('Waiting until it is quiet …')
    const healedAt = performance.now()
    const left = await waitUntilQuiet(await arena.databaseUrl(), views, signal)
    if (signal.aborted) return undefined
    const settledAfterSeconds = Math.round((performance.now() - healedAt) / 1_000)

    log('Checking …')
    const differences = (await Promise.all(views.map((view) => view.findDifferences()))).flat()
    const { reports, calls } = await readResults(crew)
    const url = await arena.databaseUrl()
    const outcome = await readOutcome(url)
    const { lost, doubled } = findLostWrites(oracle.writes, outcome)
    const deliveries = arena.listDeliveries?.() ?? []
    const messages = arena.listDeliveries
      ? checkMessages(outcome, deliveries, since)
      : { problems: [], repeated: 0 }
    const verified = await arena.verify()
    const epochs = { before, after: await readEpoch(url) }

    return {
      seed,
      faults,
      ...summariseOracle(oracle),
      views: {
        count: views.length,
        caughtUp: views.reduce((sum, { counts }) => sum + counts.caughtUp, 0),
        startedOver: views.reduce((sum, { counts }) => sum + counts.startedOver, 0),
        checkedLists: oracle.views.checked,
      },
      deliveries: { messages: deliveries.length - messages.repeated, repeated: messages.repeated },
      settledAfterSeconds,
      checks: [
        { name: 'acknowledged writes lost', problems: lost },
        {
          name: 'effects doubled',
          problems: [...doubled, ...findUnknownCreations(oracle.writes, outcome.events, since)],
        },
        {
          name: 'tubes whose records are lost, doubled or contradict each other',
          problems: findCustodyProblems(oracle.writes, outcome.events),
        },
        {
          name: 'reports that differ from what was submitted',
          problems: findWrongResults(oracle.writes, reports),
        },
        { name: 'critical values without exactly one call', problems: findCallProblems(reports, calls) },
        { name: 'refunds that nobody owes', problems: findRefundProblems(outcome.events) },
        { name: 'gaps between positions or versions', problems: findGaps(outcome.events) },
        { name: 'bookings without exactly one order of their own', problems: findOrderProblems(outcome) },
        { name: 'messages that are missing, doubled or unknown', problems: messages.problems },
        { name: 'dead letters', problems: outcome.deadLetters },
        { name: 'things left to do', problems: left },
        { name: 'differences between a view and a fresh read', problems: differences },
        {
          name: 'differences that ops verify found',
          problems: verified.code === 0 ? [] : [verified.out + verified.err],
        },
        ...checksOf(oracle, [
          ...findUnexplained(oracle.fullRefusals, await readPlaces(url)),
          ...findUnexplainedRaces(oracle, outcome.events),
        ]),
        { name: 'actions that ended with an error', problems: errors },
        ...furtherChecks(views, epochs),
      ],
    }
  } finally {
    for (const view of views) view.close()
  }
}

function readEpoch(databaseUrl: string): Promise<string> {
  return withDatabase(databaseUrl, async (db) => {
    const { rows } = await db.query<{ id: string }>('select id from log.epoch')
    return rows[0]?.id ?? ''
  })
}
