import { fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import { paymentMethods } from '@jaanch/contracts/vocabulary'
import { describe, expect, it } from 'vitest'
import { bookingDecider } from './decider.ts'
import type { BookingEvent } from './events.ts'
import {
  cbc,
  historyTo,
  now,
  paidInCash,
  placed,
  plain,
  proposed,
  thyroid,
  uuid,
} from './testing/bookings.ts'

const given = givenFor(bookingDecider, now)

const upi: BookingEvent = {
  type: 'PaymentRecorded',
  data: { method: 'upi', amount: 69_850 },
}

it.each(paymentMethods)(
  'a payment by %s that nobody took is not recorded by the completion; it is due and can be recorded then',
  (method) => {
    const history: BookingEvent[] = historyTo['lab-processing'].map((event) =>
      event.type === 'BookingPlaced' ? { ...event, data: { ...event.data, paymentMethod: method } } : event,
    )
    given(history)
      .when({ type: 'advance', to: 'completed' })
      .then([plain('BookingCompleted')])
    given([...history, plain('BookingCompleted')])
      .when({ type: 'recordPayment', method })
      .then([{ type: 'PaymentRecorded', data: { method, amount: 69_850 } }])
  },
)

it('a payment is recorded once, as the final amount with its method', () => {
  const pay = { type: 'recordPayment', method: 'upi' } as const
  given(historyTo.confirmed).when(pay).then([upi])
  given([...historyTo.confirmed, upi])
    .when(pay)
    .then('already-paid')
})

it('a paid booking shows the method by which it was paid, whatever was chosen in the order', () => {
  expect(fold(bookingDecider, [placed])).toMatchObject({ paymentMethod: 'cash-on-collection' })
  expect(fold(bookingDecider, [placed, upi])).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'upi' })
})

const processing = historyTo['lab-processing']
const due: BookingEvent = { type: 'RefundDue', data: { packageIds: [cbc.packageId], amount: cbc.price } }
const more: BookingEvent = {
  type: 'RefundDue',
  data: { packageIds: [thyroid.packageId], amount: 69_850 - cbc.price },
}
const settled: BookingEvent = { type: 'RefundSettled', data: {} }

it('a refund is never more than the booking costs', () => {
  given([...processing, due])
    .when({ type: 'markRefund', packageIds: [cbc.packageId, thyroid.packageId] })
    .then([more])
})

it('a refund is paid back once; what becomes due later is paid back alone', () => {
  const history = [...processing, due, settled, more]
  expect(fold(bookingDecider, history)).toMatchObject({
    refund: { amount: 69_850, settled: cbc.price, isSettled: false },
  })
  given(history).when({ type: 'settleRefund', amount: 69_850 }).then('conflict')
  given(history)
    .when({ type: 'settleRefund', amount: 69_850 - cbc.price })
    .then([settled])
})

it('a refund is not settled by an admin who saw a smaller amount', () => {
  given([...processing, due, more])
    .when({ type: 'settleRefund', amount: cbc.price })
    .then('conflict')
})

it('settling a refund is refused before one is due and after it was settled', () => {
  for (const history of [historyTo.confirmed, historyTo.cancelled, [...processing, due, settled]])
    given(history).when({ type: 'settleRefund', amount: cbc.price }).then('no-refund-due')
})

describe('a refund of a paid booking that is cancelled', () => {
  const cancel = { type: 'cancel', by: 'admin', reason: 'other' } as const
  const cancelled: BookingEvent = { type: 'BookingCancelled', data: { reason: 'other' } }
  const all: BookingEvent = {
    type: 'RefundDue',
    data: { packageIds: [thyroid.packageId, cbc.packageId], amount: 69_850 },
  }

  it('the refund of a cancelled booking is due at once for all that was paid', () => {
    given([...historyTo.confirmed, paidInCash])
      .when(cancel)
      .then([cancelled, all])
    given([...historyTo.confirmed, paidInCash, cancelled, all])
      .when({ type: 'settleRefund', amount: 69_850 })
      .then([settled])
  })

  it('the refund of a cancelled booking leaves out what is due or paid back already', () => {
    for (const before of [[due], [due, settled]])
      given([...processing, paidInCash, ...before])
        .when(cancel)
        .then([cancelled, more])
    given([...processing, paidInCash, due, more, settled])
      .when(cancel)
      .then([cancelled])
  })

  it('the refund of a cancelled booking is due for a proposed order that its customer paid and declined', () => {
    const paid: BookingEvent = {
      type: 'PaymentRecorded',
      data: { method: 'upi', amount: 79_850 },
    }
    given([proposed, paid])
      .when({ type: 'declineOrder' })
      .then([
        plain('OrderDeclined'),
        { type: 'RefundDue', data: { packageIds: [thyroid.packageId, cbc.packageId], amount: 79_850 } },
      ])
  })

  it('the refund of a cancelled booking is not due where nothing was paid', () => {
    given(historyTo.confirmed).when(cancel).then([cancelled])
  })

  it('the refund of a cancelled booking is due for cash that was reported before or after the cancellation, once the owner of the lab accepts it', () => {
    const reported: BookingEvent = {
      type: 'PaymentReported',
      data: { method: 'cash-on-collection', amount: 69_850, at: now.toISOString(), by: uuid(91) },
    }
    const accepted: BookingEvent = {
      type: 'PaymentRecorded',
      data: { method: 'cash-on-collection', amount: 69_850, takenBy: uuid(91) },
    }
    given([...historyTo.confirmed, reported])
      .when(cancel)
      .then([cancelled])
    for (const end of [
      [reported, cancelled],
      [cancelled, reported],
    ])
      given([...historyTo.confirmed, ...end])
        .when({ type: 'acceptPayment' })
        .then([accepted, all])
    given([...historyTo.confirmed, cancelled, reported, accepted, all])
      .when({ type: 'acceptPayment' })
      .then([])
    given([...processing, reported, due, settled, cancelled])
      .when({ type: 'acceptPayment' })
      .then([accepted, more])
  })
})

describe('a refund of what nobody has paid', () => {
  const pay = { type: 'recordPayment', method: 'upi' } as const
  const paid: BookingEvent = {
    type: 'PaymentRecorded',
    data: { method: 'upi', amount: 69_850 - cbc.price },
  }

  it('a refund that is due keeps the payment from being recorded until it is settled', () => {
    given([...processing, due])
      .when(pay)
      .then('refund-due')
    given([...processing, due, settled, more])
      .when(pay)
      .then('refund-due')
  })

  it('a settled refund leaves the rest to be paid', () => {
    given([...processing, due, settled])
      .when(pay)
      .then([paid])
    given([...processing, due, plain('BookingCompleted'), settled])
      .when(pay)
      .then([paid])
  })

  it('a settled refund of everything leaves nothing to be paid', () => {
    given([...processing, due, more, settled])
      .when(pay)
      .then('nothing-to-pay')
  })
})
