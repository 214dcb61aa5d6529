/** The scenarios whose faults happen to a stack of processes. */
import { startOps } from '@jaanch/infra/ops/testing/start-ops'
import type { Crew } from './actors/crew.ts'
import { runDrill } from './drill.ts'
import { type FaultKind, type FaultName, faultKindsOf, injectFaults } from './faults/kinds.ts'
import { type Fault, planFaults } from './faults/schedule.ts'
import type { Check } from './oracle/checks.ts'
import { createOracle } from './oracle/oracle.ts'
import { countOf, type Report } from './report.ts'
import type { Scenario } from './scenarios.ts'
import { findNginxProblems } from './stack/nginx-problems.ts'
import type { Stack } from './stack/stack.ts'
import type { ClientView } from './view/client-view.ts'

type Options = {
  seed: number
  minutes: number
  customers: number
  /** One sentence for each process that ended and was started again */
  exits: readonly string[]
  log: (line: string) => void
  signal: AbortSignal
}

/** @returns undefined if it was ended early: then all faults are healed */
export async function runScenario(
  stack: Stack,
  scenario: Scenario,
  { minutes, exits, ...options }: Options,
): Promise<Report | undefined> {
  const { seed, log, signal } = options
  const problems: string[] = []
  const kinds = chooseKinds(stack, scenario, problems)
  const faults = planFaults(seed, minutes * 60_000, kinds)

  async function disturb(crew: Crew): Promise<string[]> {
    const injected: string[] = []
    if (scenario.front === 'nginx') problems.push(...(await findNginxProblems(stack, crew)))
    log(`Seed ${seed}: ${faults.length} faults in ${minutes} minutes.`)
    function onInjected(fault: Fault): void {
      injected.push(fault.kind)
      log(describeFault(fault))
    }
    await injectFaults(kinds, faults, { onInjected, signal })
    return [`${injected.length} faults: ${countOf(injected)}.`]
  }
  function moreChecks(views: readonly ClientView[], epochs: { before: string; after: string }): Check[] {
    const unaware = views.filter(({ counts }) => counts.startedOver === 0).length
    return [
      { name: 'problems that a fault found', problems },
      ...(scenario.endsNone
        ? [{ name: 'processes that ended by themselves', problems: findOwnEnds(scenario, exits) }]
        : []),
      ...(scenario.beginsEpoch
        ? [
            {
              name: 'signs that no new epoch began',
              problems: [
                ...(epochs.before === epochs.after ? ['the log has its old epoch'] : []),
                ...(unaware > 0 ? [`${unaware} views were not told to start over`] : []),
              ],
            },
          ]
        : []),
    ]
  }
  const report = await runDrill({
    ...options,
    url: stack.url,
    oracle: createOracle(),
    disturb,
    moreChecks,
    listDeliveries: stack.listDeliveries,
    databaseUrl: async () => stack.postgres.url,
    verify: () => startOps({ DATABASE_URL: stack.postgres.url, REDIS_URL: stack.redis.url }, 'verify').ended,
  })
  if (!report) return undefined
  const losesWrites = scenario.isSynchronous === false
  const checks = (report.checks as Check[]).filter(({ ifNothingLost }) => !(ifNothingLost && losesWrites))
  const ends = countOf(findOwnEnds(scenario, exits).map((line) => line.replace(/;.*/, '')))
  return { ...report, facts: [...report.facts, `Processes that ended by themselves: ${ends}.`], checks }
}

function chooseKinds(stack: Stack, scenario: Scenario, problems: string[]): Record<string, FaultKind> {
  const all = faultKindsOf(stack, problems)
  const chosen: Record<string, FaultKind> = {}
  for (const [name, { only = '', ...change }] of Object.entries(scenario.faults)) {
    const kind: FaultKind = all[name as FaultName]
    const targets = kind.targets?.filter((target) => target.startsWith(only))
    chosen[name] = { ...kind, ...(targets && { targets }), ...change }
  }
  return chosen
}

/** Faults end processes with SIGKILL, or with SIGTERM, after which a process that runs ends with 0. */
function findOwnEnds({ faults }: Scenario, exits: readonly string[]): string[] {
  const mayEnd = ['kill', 'restart', 'clock'].some((name) => name in faults)
  return mayEnd ? exits.filter((exit) => !/\((SIGKILL|SIGTERM|exit code 0)\)/.test(exit)) : [...exits]
}

function describeFault({ kind, at, target, duration, amount }: Fault): string {
  const details = [target, duration > 0 && `for ${(duration / 1_000).toFixed(1)} s`, amount !== 0 && amount]
  return `${(at / 1_000).toFixed(1).padStart(6)} s  ${[kind, ...details].filter(Boolean).join(' ')}`
}
