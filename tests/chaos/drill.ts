/** People use an installation while it is disturbed; when all is healed and quiet, the oracle compares what is there with what they were told. */
import { setTimeout } from 'node:timers/promises'
import { createRandom } from '@jaanch/infra/local/demo/random'
import type { Ran } from '@jaanch/infra/ops/testing'
import { withClient } from '@jaanch/platform/postgres'
import { actOnce } from './actors/act.ts'
import { type Crew, gatherCrew } from './actors/crew.ts'
import { createPoliteClient } from './actors/polite-client.ts'
import type { Delivery } from './oracle/check-messages.ts'
import { readShown } from './oracle/check-reports.ts'
import { type Check, checkEvidence } from './oracle/checks.ts'
import { createOracle } from './oracle/oracle.ts'
import { findUnfinished, readOutcome, watchProjectors } from './oracle/outcome.ts'
import { describeOracle, type Report } from './report.ts'
import { type ClientView, openViews } from './view/client-view.ts'

export type DrillOptions = {
  seed: number
  customers: number
  log: (line: string) => void
  /** Ends the run early: there is no report */
  signal: AbortSignal
}

type Drill = DrillOptions & {
  url: string
  /** The owner's address of the database, at the time */
  databaseUrl(): Promise<string>
  verify(): Promise<Ran>
  /** undefined: nothing notes what is delivered */
  listDeliveries?: () => Delivery[]
  /** Happens while people act. Resolves when all is healed. @returns what happened, one sentence each */
  disturb(crew: Crew): Promise<string[]>
  /** After the run: what else must hold */
  moreChecks?: (views: readonly ClientView[], epochs: { before: string; after: string }) => Check[]
}

/** Work that failed often waits up to a minute for its next attempt, and a message up to ten minutes. */
const quietWithinMs = 240_000

/** @returns undefined if it was ended early */
export async function runDrill(drill: Drill): Promise<Report | undefined> {
  const { url, seed, log, signal, moreChecks = () => [] } = drill
  const oracle = createOracle()
  const pauses = createRandom('chaos', seed, 'pauses')
  const ending = new AbortController()
  const isEnding = () => ending.signal.aborted || signal.aborted
  const pauseMs = () => (isEnding() ? 0 : pauses.between(50, 1_000))
  const views: ClientView[] = []
  const errors: string[] = []
  try {
    log('Gathering the people …')
    const databaseUrl = await drill.databaseUrl()
    const since = (await readOutcome(databaseUrl)).events.length
    const before = await readEpoch(databaseUrl)
    const random = createRandom('chaos', seed, 'people')
    const people = { customers: drill.customers, random, pauseMs }
    const crew = await gatherCrew(createPoliteClient(url, oracle), people)
    await proveContacts(databaseUrl)
    views.push(...(await openViews(crew, url, oracle)))
    const projectors = watchProjectors(drill.databaseUrl, ending.signal)

    const acting = crew.customers.map(async (customer, index) => {
      for (let n = 0; !isEnding(); n += 1) {
        // each action has choices of its own, so that one that ends early does not change the next ones
        const choices = createRandom('chaos', seed, 'customer', index, n)
        await actOnce(crew, customer, choices).catch((error: Error) => errors.push(error.message))
        await crew.pause()
      }
    })
    const happened = await drill.disturb(crew)
    ending.abort()
    log('All is healed; waiting for the people to finish …')
    await Promise.all(acting)
    if (signal.aborted) return undefined

    log('Waiting until it is quiet …')
    const healedAt = performance.now()
    const left = await waitUntilQuiet(drill, views)
    if (signal.aborted) return undefined
    const quietAfter = Math.round((performance.now() - healedAt) / 1_000)

    log('Checking …')
    const differences = (await Promise.all(views.map((view) => view.findDifferences()))).flat()
    const shown = await readShown(crew)
    const newUrl = await drill.databaseUrl()
    const outcome = await readOutcome(newUrl)
    const deliveries = drill.listDeliveries?.()
    const verified = await drill.verify()
    const epochs = { before, after: await readEpoch(newUrl) }
    const counted = (kind: keyof ClientView['counts']) =>
      views.reduce((sum, { counts }) => sum + counts[kind], 0)
    const checks: Check[] = [
      ...checkEvidence({ oracle, outcome, shown, deliveries, since }),
      { name: 'actions that ended with an error', problems: errors, ifNothingLost: true },
      { name: 'things left to do', problems: left },
      { name: 'differences between a view and a fresh read', problems: differences },
      {
        name: 'differences that ops verify found',
        problems: verified.code === 0 ? [] : [verified.out + verified.err],
      },
      { name: 'moments without one active projector', problems: await projectors },
      {
        name: 'signs that nothing happened',
        problems: [
          ...(oracle.writes.length > 0 ? [] : ['nobody wrote anything']),
          ...(happened.length > 0 ? [] : ['nothing was disturbed']),
        ],
      },
      ...moreChecks(views, epochs),
    ]
    return {
      seed,
      facts: [
        ...happened,
        ...describeOracle(oracle),
        `${views.length} views were caught up ${counted('caughtUp')} times and started over ${counted('startedOver')} times; ${oracle.views.checked} of their lists were checked then.`,
        `${deliveries?.length ?? 'An unknown number of'} messages were delivered, ${new Set(deliveries?.map(({ id }) => id)).size} different ones.`,
        `Quiet ${quietAfter} s after the last fault was healed.`,
      ],
      checks,
    }
  } finally {
    ending.abort()
    for (const view of views) view.close()
  }
}

/**
 * Waits until nothing is left to be done, and every view is connected and has nothing on its way.
 * @returns what is left after four minutes; empty if it is quiet
 */
async function waitUntilQuiet(
  { databaseUrl, signal }: Drill,
  views: readonly ClientView[],
): Promise<string[]> {
  const deadline = performance.now() + quietWithinMs
  for (;;) {
    const left = await databaseUrl()
      .then(findUnfinished)
      .catch((error) => [`the database does not answer: ${error}`])
    const busy = views.filter((view) => !view.isQuiet()).length
    if (busy > 0) left.push(`${busy} views are not quiet`)
    if (left.length === 0 || signal.aborted || performance.now() > deadline) return left
    await setTimeout(500)
  }
}

function readEpoch(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, async (db) => (await db.query('select id from log.epoch')).rows[0]?.id ?? '')
}

/** Proves the addresses of all accounts, as if their owners had typed the codes: others get no messages about bookings. */
async function proveContacts(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (db) =>
    db.query(
      `update users set email_proven_at = now(), phone_proven_at = case when phone is not null then now() end
        where email_proven_at is null or phone is not null and phone_proven_at is null`,
    ),
  )
}
