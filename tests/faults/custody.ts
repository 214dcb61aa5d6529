import type { Fault } from './fault.ts'

export const custodyFaults: readonly Fault[] = [
  {
    name: 'A collector can draw tubes of a person whose identity is not confirmed.',
    file: 'packages/collection/src/custody/steps.ts',
    from: 'if (identity !== null) return true',
    to: 'if (identity !== null || mismatchedAt === null) return true',
    caughtBy: ['packages/collection/src/custody/decide.test.ts'],
  },
  {
    name: 'The label of another visit is accepted for a tube.',
    file: 'packages/collection/src/custody/steps.ts',
    from: "if (label.orderNumber !== orderNumber) return refuse('tube-of-another-visit')",
    to: '',
    caughtBy: ['packages/collection/src/custody/decide.test.ts'],
  },
  {
    name: 'Of the tests that share a tube, the longest stability counts instead of the shortest.',
    file: 'packages/collection/src/custody/stability.ts',
    from: 'each.hours < least.hours',
    to: 'each.hours > least.hours',
    caughtBy: ['packages/collection/src/custody/stability.test.ts'],
  },
  {
    name: 'A booking with a rejected tube never moves on to lab processing.',
    file: 'packages/collection/src/custody/decide.ts',
    from: 'accepted !== null || rejected !== null',
    to: 'accepted !== null',
    caughtBy: ['packages/collection/src/custody/decide.test.ts'],
  },
  {
    name: 'What a collector does after being taken off a visit counts as done during it.',
    file: 'packages/collection/src/custody/tenure.ts',
    from: '(until === null || estimate <= Date.parse(until))',
    to: '(until === null || estimate >= Date.parse(from))',
    caughtBy: ['packages/collection/src/custody/tenure.test.ts'],
  },
  {
    name: 'A collector’s phone gives up what it recorded when the server fails instead of sending it later.',
    file: 'web/src/lib/outbox/sender.ts',
    from: 'if (!isClientError(error) || text === undefined || passing.includes(error.code)) return undefined',
    to: 'if (text === undefined || (isClientError(error) && passing.includes(error.code))) return undefined',
    caughtBy: ['web/src/lib/outbox/sender.test.ts'],
  },
]
