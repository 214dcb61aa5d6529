import type { Fault } from './fault.ts'

export const workFaults: readonly Fault[] = [
  {
    name: 'The work of a stream lacks its first new event.',
    file: 'services/api/src/relay/relay.ts',
    from: 'min(e.position) - 1, max(e.position)',
    to: 'min(e.position), max(e.position)',
    caughtBy: ['services/api/src/relay/relay.int.test.ts'],
  },
  {
    name: 'A worker that lost its lease settles the work that another one is handling.',
    file: 'packages/eventlog/src/work/handle-work.ts',
    from: ' and w.lease_token = s.lease_token',
    to: '',
    caughtBy: [
      'packages/eventlog/src/work/leasing/leases.int.test.ts',
      'packages/eventlog/src/work/work.int.test.ts',
    ],
  },
  {
    name: 'The customer is not told of a critical result whose call was ended as not reached.',
    file: 'packages/report/src/critical/call-over.ts',
    from: "if (ending === 'CONFIRMED' || (ending && audience !== 'customer')) return true",
    to: 'if (ending) return true',
    caughtBy: ['packages/report/src/critical/call-over.test.ts'],
  },
  {
    name: 'Mails are given up for ever while their server refuses our own password or address.',
    file: 'packages/messages/src/delivery/senders.ts',
    from: 'responseCode >= 500 && mailCommands.includes(command)',
    to: 'responseCode >= 500',
    caughtBy: ['packages/messages/src/delivery/senders.test.ts'],
  },
  {
    name: 'An SMS that is sent again has another Idempotency-Key, so the gateway sends it twice.',
    file: 'packages/messages/src/delivery/senders.ts',
    from: "'idempotency-key': message.id",
    to: "'idempotency-key': crypto.randomUUID()",
    caughtBy: ['packages/messages/src/delivery/delivery.int.test.ts'],
  },
  {
    name: 'After an outage the medical role is not told of an open critical call.',
    file: 'packages/report/src/critical/rules.ts',
    from: 'step < medicalStep ? Math.min(passed, medicalStep) : passed',
    to: 'passed',
    caughtBy: ['packages/report/src/critical/critical-call.test.ts'],
  },
]
