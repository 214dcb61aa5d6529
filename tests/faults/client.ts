import type { Fault } from './fault.ts'

const lib = 'web/src/lib'

export const clientFaults: readonly Fault[] = [
  {
    name: 'An older version of a row replaces a newer one on the screen.',
    file: `${lib}/live/apply-change.ts`,
    from: 'if (current && current.position > change.position) return rows',
    to: '',
    caughtBy: [`${lib}/live/apply-change.test.ts`],
  },
  {
    name: 'A request that is repeated after a lost answer has a new Idempotency-Key.',
    file: `${lib}/idempotency.ts`,
    from: 'pending?.body === text ? pending : { key: randomId(), body: text }',
    to: '{ key: randomId(), body: text }',
    caughtBy: [`${lib}/idempotency.test.ts`],
  },
  {
    name: 'What a person typed and saw stays on the device after the end of the session.',
    file: `${lib}/session/session-provider.tsx`,
    from: '    clearDrafts()\n    clearCache()\n    void forgetOthers()\n    setState((now) =>',
    to: '    void forgetOthers()\n    setState((now) =>',
    caughtBy: [`${lib}/session/session-provider.test.tsx`],
  },
  {
    name: 'A client that reconnects skips the other rows of the last event that it received.',
    file: `${lib}/live/cache-positions.ts`,
    from: 'raise(position - 1)',
    to: 'raise(position)',
    caughtBy: [`${lib}/live/cache-positions.test.ts`],
  },
  {
    name: 'A device whose clock is wrong shows a hold of a slot as ended.',
    file: 'web/src/features/booking/slots/hold.ts',
    from: 'return end > askedAt && end <= askedAt + holdMs ? end : askedAt + holdMs',
    to: 'return end',
    caughtBy: ['web/src/features/booking/slots/hold.test.ts'],
  },
  {
    name: 'A booking that is confirmed again after a lost answer is placed twice.',
    file: 'web/src/features/booking/wizard/submit-booking.ts',
    from: 'placeBooking(body, bookingKey)',
    to: 'placeBooking(body, randomId())',
    caughtBy: ['web/src/features/booking/wizard/submit-booking.test.ts'],
  },
]
