import { createRandom } from '@jaanch/infra/local/demo/random'
import { runOps } from '@jaanch/infra/ops/testing'
import { gatherCrew } from './actors/crew.ts'
import { openViews } from './actors/open-views.ts'
import { createPoliteClient } from './actors/polite-client.ts'
import { runCustomer } from './actors/run-customer.ts'
import { checkMessages, findGaps, findOrderProblems } from './check-log.ts'
import { findPossibleKinds, injectFaults } from './faults/inject-faults.ts'
import { findLostWrites, findUnknownCreations } from './oracle/check-writes.ts'
import { createOracle } from './oracle/oracle.ts'
import { readOutcome } from './oracle/outcome.ts'
import { findUnexplained, readPlaces } from './oracle/places.ts'
import { proveContacts } from './prove-contacts.ts'
import { checksOf, countFaults, type Report, summariseOracle } from './report.ts'
import { type Fault, faultKinds, planFaults } from './schedule.ts'
import { waitUntilQuiet } from './settle.ts'
import type { ChaosStack } from './stack/chaos-stack.ts'
import type { ClientView } from './view/client-view.ts'

type Plan = { seed: number; minutes: number; customers: number }
type Surroundings = {
  /** One sentence for each process that ended and was started again */
  exits: readonly string[]
  log: (line: string) => void
  /** Ends the run early: all faults are healed, and there is no report */
  signal: AbortSignal
}

/**
 * Lets people use the stack while faults happen, heals all, waits until it is quiet, and checks what is there.
 *
 * @returns undefined if it was ended early
 */
export async function runChaos(
  stack: ChaosStack,
  { seed, minutes, customers }: Plan,
  { exits, log, signal }: Surroundings,
): Promise<Report | undefined> {
  const oracle = createOracle()
  const client = createPoliteClient(stack.url, oracle)
  const pauses = createRandom('chaos', seed, 'pauses')
  const ending = new AbortController()
  const pauseMs = () => (ending.signal.aborted || signal.aborted ? 0 : pauses.between(50, 1_000))
  const views: ClientView[] = []
  try {
    log('Gathering the people …')
    const since = (await readOutcome(stack.postgres.url)).events.length
    const random = createRandom('chaos', seed, 'people')
    const crew = await gatherCrew({ client, oracle, random }, customers, pauseMs)
    await proveContacts(stack.postgres.url)
    views.push(...(await openViews(crew, stack.url)))

    const kinds = findPossibleKinds(stack)
    const runMs = minutes * 60_000
    const faults = planFaults(seed, runMs, kinds)
    log(`Seed ${seed}: ${faults.length} faults in ${minutes} minutes.`)
    const injected: Fault[] = []
    const errors: string[] = []
    const acting = crew.customers.map((_, index) =>
      runCustomer(
        crew,
        { seed, index },
        (error) => errors.push(error.message),
        AbortSignal.any([ending.signal, signal]),
      ),
    )
    await injectFaults(
      stack,
      faults,
      (fault) => {
        injected.push(fault)
        log(describeFault(fault))
      },
      signal,
    )
    ending.abort()
    log('All is healed; waiting for the people to finish …')
    await Promise.all(acting)
    if (signal.aborted) return undefined

    log('Waiting until it is quiet …')
    const healedAt = performance.now()
    const left = await waitUntilQuiet(stack.postgres.url, views, signal)
    if (signal.aborted) return undefined
    const settledAfterSeconds = Math.round((performance.now() - healedAt) / 1_000)

    log('Checking …')
    const differences = (await Promise.all(views.map((view) => view.findDifferences()))).flat()
    const outcome = await readOutcome(stack.postgres.url)
    const { lost, doubled } = findLostWrites(oracle.writes, outcome)
    const deliveries = stack.receivers.listDeliveries()
    const messages = checkMessages(outcome, deliveries, since)
    const verified = await runOps({ DATABASE_URL: stack.postgres.url, REDIS_URL: stack.redis.url }, 'verify')

    return {
      seed,
      minutes,
      faults: countFaults(injected),
      skipped: faultKinds
        .filter((kind) => !kinds.includes(kind))
        .map((kind) => `No ${kind}: it is not possible here.`),
      ...summariseOracle(oracle),
      views: {
        count: views.length,
        caughtUp: views.reduce((sum, { counts }) => sum + counts.caughtUp, 0),
        startedOver: views.reduce((sum, { counts }) => sum + counts.startedOver, 0),
        checkedLists: oracle.views.checked,
      },
      deliveries: { messages: deliveries.length - messages.repeated, repeated: messages.repeated },
      exits: countExits(exits),
      settledAfterSeconds,
      checks: [
        { name: 'acknowledged writes lost', problems: lost },
        {
          name: 'effects doubled',
          problems: [...doubled, ...findUnknownCreations(oracle.writes, outcome.events, since)],
        },
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
        ...checksOf(oracle, findUnexplained(oracle.fullRefusals, await readPlaces(stack.postgres.url))),
        { name: 'actions that ended with an error', problems: errors },
      ],
    }
  } finally {
    for (const view of views) view.close()
    client.close()
  }
}

function describeFault({ kind, at, target, duration, amount }: Fault): string {
  const details = [
    target,
    duration > 1 && `for ${(duration / 1_000).toFixed(1)} s`,
    amount !== 0 && String(amount),
  ]
  return `${(at / 1_000).toFixed(1).padStart(6)} s  ${[kind, ...details].filter(Boolean).join(' ')}`
}

/** Processes that ended otherwise than by a SIGKILL of ours, with how they ended. */
function countExits(exits: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of exits) {
    const [, what, how = ''] = /^(.*) stopped unexpectedly \((.*)\)/.exec(line) ?? []
    if (how === 'SIGKILL') continue
    const name = `${what}: ${how}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
