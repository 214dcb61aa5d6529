import type { Fault } from './fault.ts'

const gateway = 'services/api/src/gateway'

export const pushFaults: readonly Fault[] = [
  {
    name: 'Clients keep what they know although the log has lost events.',
    file: `${gateway}/find-break.ts`,
    from: 'if (head < seen.head)',
    to: 'if (head > seen.head && head < seen.head)',
    caughtBy: [`${gateway}/find-break.test.ts`],
  },
  {
    name: 'A connection stays open after its token was revoked.',
    file: `${gateway}/check-tokens.ts`,
    from: '        close()\n',
    to: '',
    caughtBy: [`${gateway}/check-tokens.test.ts`],
  },
  {
    name: 'The changes of one pass reach a socket in the reverse order.',
    file: `${gateway}/delivery.ts`,
    from: 'Buffer.concat(frames.reverse())',
    to: 'Buffer.concat(frames)',
    caughtBy: [`${gateway}/delivery.test.ts`],
  },
  {
    name: 'An admin who connects is not sent the present dashboard.',
    file: `${gateway}/push-views.ts`,
    from: 'if (hasChanged || connections > connectionsAtLastSend) emit(message)',
    to: 'if (hasChanged) emit(message)',
    caughtBy: [`${gateway}/push-views.test.ts`],
  },
  {
    name: 'A client that reconnects misses the last change.',
    file: `${gateway}/send-catch-up.ts`,
    from: '{ ...span, upto: position, isIsolating }',
    to: '{ ...span, upto: position - 1, isIsolating }',
    caughtBy: [`${gateway}/catch-up.int.test.ts`],
  },
  {
    name: 'A push to a lab names the patient.',
    file: `${gateway}/change-kinds.ts`,
    from: 'booking: withoutPerson(change.message.booking)',
    to: 'booking: change.message.booking',
    caughtBy: [`${gateway}/gateway.int.test.ts`],
  },
]
