import type { Fault } from './fault.ts'

export const rulesFaults: readonly Fault[] = [
  {
    name: 'A customer can move a visit until one hour before it begins instead of two.',
    file: 'packages/booking/src/rules.ts',
    from: 'const moveBefore = 2 * hour',
    to: 'const moveBefore = 1 * hour',
    caughtBy: ['packages/booking/src/visit/schedule.test.ts'],
  },
  {
    name: 'A customer can move a visit once more than the limit allows.',
    file: 'packages/booking/src/visit/schedule.ts',
    from: 'booking.customerMoves >= customerMoves',
    to: 'booking.customerMoves > customerMoves',
    caughtBy: ['packages/booking/src/visit/schedule.test.ts'],
  },
  {
    name: 'A paid booking that is cancelled becomes due for no refund.',
    file: 'packages/booking/src/order.ts',
    from: "booking.paymentStatus === 'paid' ? refundOfRest(booking) : []",
    to: '[] as PaymentEvent[]',
    caughtBy: ['packages/booking/src/payment.test.ts', 'packages/booking/src/transitions.test.ts'],
  },
  {
    name: 'The final price of a booking ignores the discount.',
    file: 'packages/booking/src/order.ts',
    from: 'return { total, discount, final: total - discount }',
    to: 'return { total, discount, final: total }',
    caughtBy: ['packages/booking/src/order.test.ts', 'packages/booking/src/decider.test.ts'],
  },
  {
    name: 'An admin can cancel a booking that is completed.',
    file: 'packages/booking/src/order.ts',
    from: "status === 'completed' || status === 'cancelled'",
    to: "status === 'cancelled'",
    caughtBy: ['packages/booking/src/transitions.test.ts'],
  },
  {
    name: 'A test that requires fasting without a number of hours allows a meal until the visit.',
    file: 'packages/booking/src/rules.ts',
    from: 'slotStart(date, slot).getTime() - (fastingHours || usualFastingHours) * hour',
    to: 'slotStart(date, slot).getTime() - fastingHours * hour',
    caughtBy: ['packages/booking/src/rules.test.ts'],
  },
]
