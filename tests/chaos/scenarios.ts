import type { FaultName } from './faults/kinds.ts'
import type { Plan } from './faults/schedule.ts'
import type { StackOptions } from './stack/stack.ts'

export type Scenario = Partial<Pick<StackOptions, 'counts' | 'front' | 'isSynchronous'>> & {
  /** What happens, each with what differs from the usual plan; `only`: to the processes whose names begin with it */
  faults: Partial<Record<FaultName, Partial<Plan> & { only?: string }>>
  /** No process may end otherwise than by a fault */
  endsNone?: boolean
  /** Nobody can tell whether a promoted standby lacks something, so every client must be told to start over */
  beginsEpoch?: boolean
}

const failover = { 'postgres-failover': { every: 25 } }

/** What happens to a stack while people use it. */
export const scenarios = {
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
  failover: { faults: failover, endsNone: true, beginsEpoch: true },
  'late-standby': { faults: failover, isSynchronous: false, endsNone: true, beginsEpoch: true },
  many: {
    counts: { api: 3, workers: 3, projector: 2 },
    front: 'nginx',
    faults: { kill: { every: 8 }, restart: {} },
    endsNone: true,
  },
} satisfies Record<string, Scenario>
