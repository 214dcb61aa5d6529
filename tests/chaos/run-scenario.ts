/** The scenarios whose faults happen to a stack of processes. */
import { startOps } from '@jaanch/infra/ops/testing/start-ops'
import { runChaos } from './chaos.ts'
import { findPossible, injectFaults } from './inject-faults.ts'
import { createOracle } from './oracle/oracle.ts'
import { countOf, type Report } from './report.ts'
import { type Scenario, type ScenarioName, scenarios } from './scenarios.ts'
import { type Fault, type FaultKind, planFaults } from './schedule.ts'
import type { ChaosStack } from './stack/chaos-stack.ts'

type Options = {
  name: ScenarioName
  seed: number
  minutes: number
  customers: number
  /** One sentence for each process that ended and was started again */
  exits: readonly string[]
  log: (line: string) => void
  signal: AbortSignal
}

/** @returns undefined if it was ended early: then all faults are healed */
export async function runScenario(stack: ChaosStack, options: Options): Promise<Report | undefined> {
  const { name, seed, minutes, customers, exits, log, signal } = options
  const scenario: Scenario = scenarios[name]
  const plans = findPossible(stack, scenario.plans)
  const faults = planFaults(seed, minutes * 60_000, plans)
  const oracle = createOracle()

  async function disturb(): Promise<Record<string, number>> {
    log(`Seed ${seed}: ${faults.length} faults in ${minutes} minutes.`)
    const injected: Fault[] = []
    await injectFaults(
      stack,
      faults,
      (fault) => {
        injected.push(fault)
        log(describeFault(fault))
      },
      signal,
    )
    return countOf(injected.map(({ kind }) => kind))
  }

  const env = { DATABASE_URL: stack.postgres.url, REDIS_URL: stack.redis.url }
  const report = await runChaos(
    {
      url: stack.url,
      databaseUrl: async () => stack.postgres.url,
      verify: () => startOps(env, 'verify').ended,
      listDeliveries: stack.receivers.listDeliveries,
    },
    {
      ...{ seed, customers, disturb, oracle, log, signal },
      furtherChecks: (views, epochs) => [
        { name: 'faults that found something', problems: stack.problems },
        ...(scenario.beginsEpoch
          ? [
              {
                name: 'signs that no new epoch began',
                problems: [
                  ...(epochs.before === epochs.after ? ['the log has its old epoch'] : []),
                  ...views.flatMap(({ counts }, n) =>
                    counts.startedOver > 0 ? [] : [`view ${n + 1} was not told to start over`],
                  ),
                ],
              },
              { name: 'processes that ended', problems: [...exits] },
            ]
          : []),
      ],
    },
  )
  return (
    report && {
      ...report,
      minutes,
      skipped: (Object.keys(scenario.plans) as FaultKind[])
        .filter((kind) => !plans[kind])
        .map((kind) => `No ${kind}: it is not possible here.`),
      exits: countExits(exits),
      checks: report.checks.filter((check) => !scenario.permits?.has(check.name)),
    }
  )
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
  const names = exits.flatMap((line) => {
    const [, what, how = ''] = /^(.*) stopped unexpectedly \((.*)\)/.exec(line) ?? []
    return how === 'SIGKILL' ? [] : [`${what}: ${how}`]
  })
  return countOf(names)
}
