import type { Fault } from './fault.ts'

const booking = 'packages/domain/src/booking'

export const rulesFaults: readonly Fault[] = [
  {
    name: 'A customer can move a visit until one hour before it begins instead of two.',
    file: `${booking}/deadlines.ts`,
    from: 'const moveBefore = 2 * hour',
    to: 'const moveBefore = 1 * hour',
    caughtBy: [`${booking}/reschedule.test.ts`],
  },
  {
    name: 'A customer can move a visit once more than the limit allows.',
    file: `${booking}/decide.ts`,
    from: 'booking.customerMoves >= customerMoves',
    to: 'booking.customerMoves > customerMoves',
    caughtBy: [`${booking}/reschedule.test.ts`],
  },
  {
    name: 'A paid booking that is cancelled becomes due for no refund.',
    file: `${booking}/decide.ts`,
    from: "booking.paymentStatus === 'paid' ? accept(ended, ...refundOfRest(booking)) : accept(ended)",
    to: 'accept(ended)',
    caughtBy: [`${booking}/decide.test.ts`, `${booking}/transitions.test.ts`],
  },
  {
    name: 'The final price of a booking ignores the discount.',
    file: `${booking}/decide.ts`,
    from: 'return { total, discount, final: total - discount }',
    to: 'return { total, discount, final: total }',
    caughtBy: [`${booking}/place.test.ts`, `${booking}/properties.test.ts`],
  },
  {
    name: 'An admin can cancel a booking that is completed.',
    file: `${booking}/transitions.ts`,
    from: "'cancel by admin': 'already-completed'",
    to: "'cancel by admin': 'go'",
    caughtBy: [`${booking}/transitions.test.ts`],
  },
  {
    name: 'A test that requires fasting without a number of hours allows a meal until the visit.',
    file: `${booking}/last-meal.ts`,
    from: 'slotStart(date, slot).getTime() - (fastingHours || usualFastingHours) * hourMs',
    to: 'slotStart(date, slot).getTime() - fastingHours * hourMs',
    caughtBy: [`${booking}/last-meal.test.ts`],
  },
]
