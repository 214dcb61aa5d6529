/** Payments for a booking, and refunds. Amounts in paise. */
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { instant } from '@jaanch/contracts/http/fields'
import { paise } from '@jaanch/contracts/money'
import { type PaymentMethod, paymentMethods } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import type { Booking } from './booking.ts'
import { allowed, collecting, type DataOf, type Facet, only, processing, proposed } from './facet.ts'
import { payable, whyNotPayable } from './rules.ts'

export const paymentEvents = {
  PaymentRecorded: defineEvent(
    'PaymentRecorded',
    // a reference is a text that a person typed, so it is a row (payment_references)
    z.object({
      method: z.enum(paymentMethods),
      amount: paise,
      /** The user id of the person who took it, where somebody else accepted it; missing: the actor */
      takenBy: z.uuid().optional(),
    }),
  ),
  /** A collector took it before the visit, or the booking, was taken away; no payment until the owner accepts it */
  PaymentReported: defineEvent(
    'PaymentReported',
    z.object({
      method: z.enum(paymentMethods),
      amount: paise,
      /** When it was taken, as of `recorded` */
      at: instant,
      by: z.uuid(),
    }),
  ),
  /** Collected as often as it may be, or cancelled after it was paid: the money of these tests goes back, and a person calls. */
  RefundDue: defineEvent('RefundDue', z.object({ packageIds: z.array(z.uuid()).min(1), amount: paise })),
  /** An admin gave it back */
  RefundSettled: defineEvent('RefundSettled', z.object({})),
}

export type PaymentCommand =
  | { type: 'recordPayment'; method: PaymentMethod }
  /**
   * Reported by a person who no longer makes the visit, or for a booking that was cancelled meanwhile
   * @param at when it was taken, instant @param by user id
   */
  | { type: 'reportPayment'; method: PaymentMethod; at: string; by: string }
  | { type: 'acceptPayment' }
  | { type: 'markRefund'; packageIds: string[] }
  /** @param amount what was paid back, paise */
  | { type: 'settleRefund'; amount: number }

export type PaymentEvent = EventOf<typeof paymentEvents>
type Decided = Decision<PaymentEvent>
type Of<Type extends PaymentCommand['type']> = Extract<PaymentCommand, { type: Type }>

export const payment = {
  transitions: {
    recordPayment: allowed({ cancelled: 'already-cancelled' }),
    // money that was taken at the door is a fact, whatever became of the booking
    reportPayment: allowed({ [proposed]: 'wrong-status' }),
    acceptPayment: allowed({ [proposed]: 'wrong-status' }),
    markRefund: only([collecting, processing, 'completed', 'cancelled'], 'wrong-status'),
    settleRefund: allowed(),
  },

  decisions: { recordPayment, reportPayment, acceptPayment, markRefund, settleRefund },

  evolve: {
    PaymentRecorded: (_, { method }) => ({
      paymentStatus: 'paid',
      paymentMethod: method,
      reportedPayment: null,
    }),
    PaymentReported: (_, data) => ({ reportedPayment: data }),
    RefundDue: refunded,
    RefundSettled: ({ refund }) => ({
      refund: refund && { ...refund, settled: refund.amount, isSettled: true },
    }),
  },

  summarise: {
    PaymentRecorded: (_, { at, actor, data: { method, amount, takenBy } }) => ({
      payment: { at: at.toISOString(), by: takenBy ?? userOf(actor), method, amount },
    }),
  },
} satisfies Facet<PaymentCommand, PaymentEvent>

function recordPayment(booking: Booking, { method }: Of<'recordPayment'>): Decided {
  const refusal = whyNotPayable(booking)
  if (refusal) return refuse(refusal)
  return accept({ type: 'PaymentRecorded', data: { method, amount: payable(booking) } })
}

function reportPayment(booking: Booking, { method, at, by }: Of<'reportPayment'>): Decided {
  if (booking.reportedPayment) return accept()
  const refusal = whyNotPayable(booking)
  if (refusal) return refuse(refusal)
  return accept({ type: 'PaymentReported', data: { method, amount: payable(booking), at, by } })
}

/** The cash counts as that of the person who took it. What was taken for a booking that is cancelled by now goes back. */
function acceptPayment(booking: Booking): Decided {
  const { reportedPayment } = booking
  if (!reportedPayment) return booking.paymentStatus === 'paid' ? accept() : refuse('nothing-reported')
  const refusal = whyNotPayable(booking)
  if (refusal) return refuse(refusal)
  const { method, amount, by } = reportedPayment
  const recorded: PaymentEvent = { type: 'PaymentRecorded', data: { method, amount, takenBy: by } }
  return booking.status === 'cancelled' ? accept(recorded, ...refundOfRest(booking)) : accept(recorded)
}

/** Refunds the price of these tests, paid or not: their share of the discount stays with the rest. */
function markRefund(booking: Booking, { packageIds }: Of<'markRefund'>): Decided {
  const missing = packageIds.filter((id) => !booking.refund?.packageIds.includes(id))
  if (missing.length === 0) return accept()
  const price = booking.lines
    .filter(({ packageId }) => missing.includes(packageId))
    .reduce((sum, line) => sum + line.price, 0)
  const left = booking.final - (booking.refund?.amount ?? 0)
  return accept({ type: 'RefundDue', data: { packageIds: missing, amount: Math.min(price, left) } })
}

/** Settles the amount that was paid back: nobody has paid back what became due since. */
function settleRefund({ refund }: Booking, { amount }: Of<'settleRefund'>): Decided {
  if (!refund || refund.isSettled) return refuse('no-refund-due')
  return refund.amount - refund.settled === amount
    ? accept({ type: 'RefundSettled', data: {} })
    : refuse('conflict')
}

/** @returns the refund of all that is not paid back yet; none if nothing is left */
export function refundOfRest(booking: Booking): PaymentEvent[] {
  const amount = payable(booking)
  if (amount === 0) return []
  const refunded = booking.refund?.packageIds ?? []
  const packageIds = booking.lines.map(({ packageId }) => packageId).filter((id) => !refunded.includes(id))
  return [{ type: 'RefundDue', data: { packageIds, amount } }]
}

function refunded(
  { refund }: Booking,
  { amount, packageIds }: DataOf<PaymentEvent, 'RefundDue'>,
): Pick<Booking, 'refund'> {
  return {
    refund: {
      amount: (refund?.amount ?? 0) + amount,
      settled: refund?.settled ?? 0,
      packageIds: [...(refund?.packageIds ?? []), ...packageIds],
      isSettled: false,
    },
  }
}

/** @param actor `lab-partner:<user id>` */
function userOf(actor: string): string | null {
  const [, id] = actor.split(':')
  return id && /^[\da-f-]{36}$/.test(id) ? id : null
}
