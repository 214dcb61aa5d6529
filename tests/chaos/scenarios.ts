import { type FaultKind, type Plan, plans, serviceProcesses } from './schedule.ts'

export type Scenario = {
  plans: Partial<Record<FaultKind, Plan>>
  /** false: the standby acknowledges late, so that what it lacks is lost with the primary */
  isSynchronous: boolean
  /** Every client must be told to start over, since nobody can tell whether a promoted standby lacks something; no process may end */
  beginsEpoch: boolean
  /** Checks that mean nothing when acknowledged writes are lost, or undefined: none */
  permits?: ReadonlySet<string>
}

const usual = { isSynchronous: true, beginsEpoch: false }
const failover: Plan = { every: 25, lasts: [0, 0], recovers: 25 }

/** What happens to the stack in each of them, while people use it. */
export const scenarios = {
  all: { ...usual, plans },
  kill: { ...usual, plans: { kill: { every: 1.5, lasts: [0, 0], recovers: 1, targets: serviceProcesses } } },
  messages: {
    ...usual,
    plans: {
      'redis-flush': { every: 1, lasts: [0, 0], recovers: 0.5 },
      kill: { every: 2, lasts: [0, 0], recovers: 1, targets: ['workers-1', 'workers-2'] },
    },
  },
  failover: { ...usual, beginsEpoch: true, plans: { 'postgres-failover': failover } },
  'late-standby': {
    ...usual,
    isSynchronous: false,
    beginsEpoch: true,
    plans: { 'postgres-failover': failover },
    permits: new Set([
      'acknowledged writes lost',
      'effects doubled',
      'tubes whose records are lost, doubled or contradict each other',
      'reports that differ from what was submitted',
      'refunds that nobody owes',
      'messages that are missing, doubled or unknown',
      'refusals that nothing explains',
      'lists that lacked an acknowledged write',
      'gaps in a view after it was caught up',
      'actions that ended with an error',
    ]),
  },
  replay: { ...usual, plans: { replay: { every: 2, lasts: [0, 0], recovers: 0 } } },
} satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
