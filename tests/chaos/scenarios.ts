/** The scenarios whose faults happen to a stack of processes. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { startOps } from '@jaanch/infra/ops/testing'
import type { Crew } from './actors/crew.ts'
import { type DrillOptions, runDrill } from './drill.ts'
import {
  type FaultKind,
  type FaultName,
  faultKindsOf,
  injectFaults,
  type Plan,
  planFaults,
} from './faults.ts'
import type { Check } from './oracle/checks.ts'
import { countOf, type Report } from './report.ts'
import { findNginxProblems } from './stack/nginx.ts'
import { type Stack, type StackOptions, startStack } from './stack/stack.ts'
import type { ClientView } from './view/client-view.ts'

type Scenario = Partial<Omit<StackOptions, 'onExit'>> & {
  /** The happenings, each with its differences from the usual plan; `only`: to the processes whose names begin with it */
  faults: Partial<Record<FaultName, Partial<Plan> & { only?: string }>>
  /** No process may end otherwise than by a fault */
  endsNone?: boolean
  /** Nobody can tell whether a promoted standby lacks something, so every client must be told to start over */
  beginsEpoch?: boolean
}

const failover = { faults: { 'postgres-failover': { every: 25 } }, endsNone: true, beginsEpoch: true }

export const scenarios: Readonly<Record<string, Scenario>> = {
  all: {
    faults: {
      ...{ kill: {}, freeze: {}, clock: {}, cut: {} },
      ...{ 'redis-flush': {}, 'redis-restart': {}, 'postgres-crash': {}, 'postgres-failover': {} },
    },
  },
  kill: { faults: { kill: { every: 1.5, recovers: 1 } } },
  messages: {
    faults: {
      'redis-flush': { every: 1, recovers: 0.5 },
      kill: { every: 2, recovers: 1, only: 'workers' },
    },
  },
  failover,
  'late-standby': { ...failover, isSynchronous: false },
  many: {
    counts: { api: 3, workers: 3, projector: 2 },
    front: 'nginx',
    faults: { kill: { every: 8 }, restart: {} },
    endsNone: true,
  },
}

type Options = DrillOptions & {
  minutes: number
  /** Directory that the logs of the services and servers are copied to */
  logs?: string | undefined
}

/** @returns undefined if it was ended early: then all faults are healed */
export async function runScenario(scenario: Scenario, options: Options): Promise<Report | undefined> {
  const { seed, minutes, log, logs, signal } = options
  const { counts = { api: 2, workers: 2, projector: 2 }, front = 'balancer', isSynchronous = true } = scenario
  const exits: string[] = []
  const problems: string[] = []
  log('Starting the stack …')
  const stack = await startStack({ counts, front, isSynchronous, onExit: (line) => exits.push(line) })
  try {
    const kinds = chooseKinds(stack, scenario, problems)
    const faults = planFaults(seed, minutes * 60_000, kinds)
    const report = await runDrill({
      ...options,
      url: stack.url,
      async disturb(crew: Crew) {
        if (front === 'nginx') problems.push(...(await findNginxProblems(stack, crew)))
        log(`Seed ${seed}: ${faults.length} faults in ${minutes} minutes.`)
        const injected = await injectFaults(kinds, faults, { log, signal })
        return [`${injected.length} faults: ${countOf(injected)}.`]
      },
      moreChecks: (views, epochs) => [
        { name: 'problems that a fault found', problems },
        ...(scenario.endsNone ? [{ name: 'processes that ended by themselves', problems: ownEnds() }] : []),
        ...(scenario.beginsEpoch ? [checkNewEpoch(views, epochs)] : []),
      ],
      listDeliveries: stack.listDeliveries,
      databaseUrl: async () => stack.postgres.url,
      verify: () =>
        startOps({ DATABASE_URL: stack.postgres.url, REDIS_URL: stack.redis.url }, 'verify').ended,
    })
    if (!report) return undefined
    const ends = countOf(ownEnds().map((line) => line.replace(/;.*/, '')))
    return {
      ...report,
      facts: [...report.facts, `Processes that ended by themselves: ${ends}.`],
      checks: report.checks.filter(({ ifNothingLost }) => isSynchronous || !ifNothingLost),
    }
  } finally {
    if (logs)
      for (const name of ['data', 'postgres/primary', 'postgres/standby', 'redis'])
        await cp(join(stack.directory, name, 'logs'), join(logs, name), { recursive: true }).catch((error) =>
          log(String(error)),
        )
    log('Stopping …')
    await stack.stop()
  }

  /** Faults end processes with SIGKILL, or with SIGTERM, after which a process that runs ends with 0. */
  function ownEnds(): string[] {
    const mayEnd = ['kill', 'restart', 'clock'].some((name) => name in scenario.faults)
    return exits.filter((exit) => !mayEnd || !/\((SIGKILL|SIGTERM|exit code 0)\)/.test(exit))
  }
}

function checkNewEpoch(views: readonly ClientView[], epochs: { before: string; after: string }): Check {
  const unaware = views.filter(({ counts }) => counts.startedOver === 0).length
  return {
    name: 'signs that no new epoch began',
    problems: [
      ...(epochs.before === epochs.after ? ['the log has its old epoch'] : []),
      ...(unaware > 0 ? [`${unaware} views were not told to start over`] : []),
    ],
  }
}

function chooseKinds(stack: Stack, { faults }: Scenario, problems: string[]): Record<string, FaultKind> {
  const all: Record<string, FaultKind> = faultKindsOf(stack, problems)
  const chosen = Object.entries(faults).map(([name, { only = '', ...change }]) => {
    const kind = all[name] as FaultKind
    const targets = kind.targets?.filter((target) => target.startsWith(only))
    return [name, { ...kind, ...(targets && { targets }), ...change }] as const
  })
  return Object.fromEntries(chosen)
}
