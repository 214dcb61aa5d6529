import type { Fault } from './fault.ts'

export const placesFaults: readonly Fault[] = [
  {
    name: 'A place is given up although its booking may have been recorded.',
    file: 'packages/booking/src/places/places.ts',
    from: 'if (!(error instanceof LogUnavailableError)) await giveUp()',
    to: 'await giveUp()',
    caughtBy: ['packages/booking/src/places/places.int.test.ts'],
  },
  {
    name: 'The place of a visit stays taken when the last of its bookings is cancelled.',
    file: 'packages/booking/src/visit/place-change.ts',
    from: "if (!booking) return { visit, bookings: 0, claim: 'same' }",
    to: 'if (!booking) return undefined',
    caughtBy: ['packages/booking/src/visit/decide.test.ts'],
  },
  {
    name: 'Who is still awaited of a visit whose collection has begun is given to another lab.',
    file: 'packages/booking/src/visit/decide.ts',
    from: 'begun && begun.labPartnerId !== null && begun.labPartnerId !== labPartnerId',
    to: 'begun && begun.labPartnerId === null',
    caughtBy: ['packages/booking/src/visit/decide.test.ts'],
  },
  {
    name: 'An instant visit takes no place in the slot that lies four hours ahead.',
    file: 'packages/booking/src/rules.ts',
    from: 'return [2, 4].flatMap(',
    to: 'return [2, 3].flatMap(',
    caughtBy: ['packages/booking/src/rules.test.ts'],
  },
  {
    name: 'A customer can renew the hold of a slot without end.',
    file: 'packages/booking/src/slots/hold-slot.ts',
    from: ' and not is_renewed returning',
    to: ' returning',
    caughtBy: ['packages/booking/src/slots/hold-slot.int.test.ts'],
  },
  {
    name: 'A slot without a free visit is shown as one that can be chosen.',
    file: 'packages/booking/src/slots/availability.ts',
    from: 'return left > 0 ?',
    to: 'return left >= 0 ?',
    caughtBy: ['packages/booking/src/slots/availability.test.ts'],
  },
]
