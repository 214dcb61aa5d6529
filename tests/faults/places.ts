import type { Fault } from './fault.ts'

const visit = 'packages/domain/src/visit'
const api = 'services/api/src'

export const placesFaults: readonly Fault[] = [
  {
    name: 'A place is given up although its booking may have been recorded.',
    file: `${api}/places/take-place.ts`,
    from: 'if (!(error instanceof LogUnavailableError)) await giveUp()',
    to: 'await giveUp()',
    caughtBy: [`${api}/places/take-place.int.test.ts`],
  },
  {
    name: 'The place of a visit stays taken when the last of its bookings is cancelled.',
    file: `${visit}/place-change.ts`,
    from: "if (!booking) return { visit, bookings: 0, claim: 'same' }",
    to: 'if (!booking) return undefined',
    caughtBy: [`${visit}/decide.test.ts`],
  },
  {
    name: 'Who is still awaited of a visit whose collection has begun is given to another lab.',
    file: `${visit}/decide.ts`,
    from: 'begun && begun.labPartnerId !== null && begun.labPartnerId !== labPartnerId',
    to: 'begun && begun.labPartnerId === null',
    caughtBy: [`${visit}/decide.test.ts`],
  },
  {
    name: 'An instant visit takes no place in the slot that lies four hours ahead.',
    file: 'packages/booking/src/schedule.ts',
    from: 'return [2, 4].flatMap(',
    to: 'return [2, 3].flatMap(',
    caughtBy: ['packages/booking/src/instant-slots.test.ts'],
  },
  {
    name: 'A customer can renew the hold of a slot without end.',
    file: `${api}/routes/slots/holds.ts`,
    from: ' and not is_renewed returning',
    to: ' returning',
    caughtBy: [`${api}/routes/slots/hold-slot.int.test.ts`],
  },
  {
    name: 'A slot without a free visit is shown as one that can be chosen.',
    file: `${api}/read-models/slots/view-slots.ts`,
    from: 'return left > 0 ?',
    to: 'return left >= 0 ?',
    caughtBy: [`${api}/read-models/slots/view-slots.test.ts`],
  },
]
