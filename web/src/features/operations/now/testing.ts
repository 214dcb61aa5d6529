import type { OperationsView } from '@jaanch/operations/now/api'

const at = '2026-11-22T10:00:00.000Z'

export function createView(change: Partial<OperationsView> = {}): OperationsView {
  return {
    at,
    head: 5_000,
    lastEventAt: at,
    epoch: { id: '4e99e12e-4098-4370-8f8b-8f6bf8f240f9', since: at, reason: 'the first' },
    generations: [
      {
        generation: 3,
        version: 6,
        state: 'live',
        stateSince: at,
        position: 5_000,
        lag: 0,
        isFed: true,
        bytes: 4_000_000,
        stopped: null,
      },
    ],
    consumers: [
      {
        name: 'orders',
        cursor: 5_000,
        lag: 0,
        isBeforeGap: false,
        isLeftToNewer: false,
        waiting: 2,
        leased: 1,
        failing: 0,
        dead: 0,
        isMore: false,
        oldest: 40,
      },
    ],
    processes: (['api', 'projector', 'workers'] as const).map((service, n) => ({
      id: `0000000${n}-4098-4370-8f8b-8f6bf8f240f9`,
      service,
      version: service === 'workers' ? null : 6,
      startedAt: at,
      age: 1_000,
      vitals: { release: '0.1.0', commit: '4e99e12e4098', cpu: 12.5, memory: 200_000_000, loopDelay: 3.1 },
      tail: service === 'api' ? { position: 5_000, lag: 0, silentMs: 10, unpresentable: 0 } : null,
    })),
    rates: { appended: 52, relayed: 52, projected: 50, pushed: null, work: { orders: 20 }, sent: 4 },
    deadLetters: 0,
    messages: { sent: 9 },
    queues: [],
    sizes: { database: 20_000_000, log: 3_000_000, readTables: 4_000_000 },
    retention: [],
    lastVerify: { finishedAt: at, different: 0 },
    lastRun: { id: 1, state: 'done' },
    checks: [{ name: 'backup', state: 'well', text: 'The last backup ended 2 h ago.' }],
    troubles: [],
    wellSince: at,
    ...change,
  }
}
