import type { ErrorCode } from '@jaanch/contracts/errors'
import type { Booking } from './booking.ts'

/** What decides what can be paid, sums in one unit of money */
type Money = Pick<Booking, 'paymentStatus'> & { final: number; refund: Refund | null }
type Refund = { amount: number; isSettled: boolean }

/**
 * Nobody knows what was paid of a booking while its refund is due: whoever settles that asks the customer. From then on, the tests that
 * are not made are not paid.
 * @returns why no payment can be recorded; undefined if it can
 */
export function whyNotPayable({ paymentStatus, final, refund }: Money): ErrorCode | undefined {
  if (paymentStatus === 'paid') return 'already-paid'
  if (refund?.isSettled === false) return 'refund-due'
  return refund && refund.amount >= final ? 'nothing-to-pay' : undefined
}

/** @returns what is recorded as the payment */
export function payable({ final, refund }: Pick<Money, 'final' | 'refund'>): number {
  return final - (refund?.amount ?? 0)
}
