import { CorruptStreamError, fold } from '@jaanch/contracts/decider'
import { givenFor } from '@jaanch/contracts/testing/given'
import { paymentMethods } from '@jaanch/contracts/vocabulary'
import { nextReportVersion } from '@jaanch/report/report'
import { describe, expect, it } from 'vitest'
import { bookingDecider } from './decider.ts'
import type { BookingEvent } from './events.ts'
import {
  assigned,
  cbc,
  details,
  historyTo,
  now,
  orderNumber,
  paidInCash,
  placed,
  plain,
  proposal,
  proposed,
  reportId,
  thyroid,
  uuid,
} from './testing/bookings.ts'

const given = givenFor(bookingDecider, now)

describe('a refund', () => {
  const processing = historyTo['lab-processing']
  const due: BookingEvent = { type: 'RefundDue', data: { packageIds: [cbc.packageId], amount: cbc.price } }
  const more: BookingEvent = {
    type: 'RefundDue',
    data: { packageIds: [thyroid.packageId], amount: 69_850 - cbc.price },
  }
  const settled: BookingEvent = { type: 'RefundSettled', data: {} }

  it('is never more than the booking costs', () => {
    given([...processing, due])
      .when({ type: 'markRefund', packageIds: [cbc.packageId, thyroid.packageId] })
      .then([more])
  })

  it('is paid back once: of what becomes due later, only that', () => {
    const history = [...processing, due, settled, more]
    expect(fold(bookingDecider, history)).toMatchObject({
      refund: { amount: 69_850, settled: cbc.price, isSettled: false },
    })
    given(history).when({ type: 'settleRefund', amount: 69_850 }).then('conflict')
    given(history)
      .when({ type: 'settleRefund', amount: 69_850 - cbc.price })
      .then([settled])
  })

  it('is not settled by who saw less', () => {
    given([...processing, due, more])
      .when({ type: 'settleRefund', amount: cbc.price })
      .then('conflict')
  })

  it('is refused where none is due: before any, and after it was settled', () => {
    for (const history of [historyTo.confirmed, historyTo.cancelled, [...processing, due, settled]])
      given(history).when({ type: 'settleRefund', amount: cbc.price }).then('no-refund-due')
  })

  describe('of a paid booking that is cancelled', () => {
    const cancel = { type: 'cancel', by: 'admin', reason: 'other' } as const
    const cancelled: BookingEvent = { type: 'BookingCancelled', data: { reason: 'other' } }
    const all: BookingEvent = {
      type: 'RefundDue',
      data: { packageIds: [thyroid.packageId, cbc.packageId], amount: 69_850 },
    }

    it('is due at once, of all that was paid', () => {
      given([...historyTo.confirmed, paidInCash])
        .when(cancel)
        .then([cancelled, all])
      given([...historyTo.confirmed, paidInCash, cancelled, all])
        .when({ type: 'settleRefund', amount: 69_850 })
        .then([settled])
    })

    it('leaves out what is due or paid back already', () => {
      for (const before of [[due], [due, settled]])
        given([...processing, paidInCash, ...before])
          .when(cancel)
          .then([cancelled, more])
      given([...processing, paidInCash, due, more, settled])
        .when(cancel)
        .then([cancelled])
    })

    it('is due of a proposed order that its customer paid and declined', () => {
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

    it('is none where nothing was paid', () => {
      given(historyTo.confirmed).when(cancel).then([cancelled])
    })

    it('is due of cash that was reported before or after the cancellation, once the owner of the lab accepts it', () => {
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

  describe('of what nobody has paid', () => {
    const pay = { type: 'recordPayment', method: 'upi' } as const
    const paid: BookingEvent = {
      type: 'PaymentRecorded',
      data: { method: 'upi', amount: 69_850 - cbc.price },
    }

    it('keeps the payment from being recorded until it is settled', () => {
      given([...processing, due])
        .when(pay)
        .then('refund-due')
      given([...processing, due, settled, more])
        .when(pay)
        .then('refund-due')
    })

    it('leaves the rest to be paid', () => {
      given([...processing, due, settled])
        .when(pay)
        .then([paid])
      given([...processing, due, plain('BookingCompleted'), settled])
        .when(pay)
        .then([paid])
    })

    it('leaves nothing to be paid where it is all', () => {
      given([...processing, due, more, settled])
        .when(pay)
        .then('nothing-to-pay')
    })
  })
})

describe('assigning a lab', () => {
  it('is not required to confirm, but to start collection', () => {
    given([placed])
      .when({ type: 'advance', to: 'confirmed' })
      .then([plain('BookingConfirmed')])
    given([placed, plain('BookingConfirmed')])
      .when({ type: 'advance', to: 'sample-collection' })
      .then('no-lab-assigned')
  })

  it('is required for every step after collection', () => {
    const begun = [placed, plain('BookingConfirmed'), plain('SampleCollectionStarted')]
    given(begun).when({ type: 'advance', to: 'lab-processing' }).then('no-lab-assigned')
    given([...begun, plain('LabProcessingStarted')])
      .when({ type: 'advance', to: 'completed' })
      .then('no-lab-assigned')
  })
})

describe('payment', () => {
  const upi: BookingEvent = {
    type: 'PaymentRecorded',
    data: { method: 'upi', amount: 69_850 },
  }

  it.each(paymentMethods)(
    'by %s is not recorded by the completion: nobody took it; it is due, and can be recorded then',
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

  it('records the final amount with its method, once', () => {
    const pay = { type: 'recordPayment', method: 'upi' } as const
    given(historyTo.confirmed).when(pay).then([upi])
    given([...historyTo.confirmed, upi])
      .when(pay)
      .then('already-paid')
  })

  it('shows the method by which it was paid, whatever was chosen in the order', () => {
    expect(fold(bookingDecider, [placed])).toMatchObject({ paymentMethod: 'cash-on-collection' })
    expect(fold(bookingDecider, [placed, upi])).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'upi' })
  })
})

describe('the order number of a booking', () => {
  const created: BookingEvent = { type: 'OrderCreated', data: { orderNumber } }

  it('is assigned once; a second number is ignored', () => {
    given([placed]).when({ type: 'assignOrderNumber', orderNumber }).then([created])
    given([placed, created]).when({ type: 'assignOrderNumber', orderNumber }).then([])
    given([placed, created]).when({ type: 'assignOrderNumber', orderNumber: 'J-2026-000002' }).then([])
    expect(fold(bookingDecider, [placed, created])).toMatchObject({ orderNumber })
  })
})

describe('an order from a prescription', () => {
  it('is proposed for 09:00 without a discount and waits for the customer [S7.9]', () => {
    given([]).when({ type: 'propose', details: proposal }).then([proposed])
    expect(fold(bookingDecider, [proposed])).toMatchObject({ status: 'pending_customer_confirmation' })
  })

  it('is not confirmed once its time has begun, nor an instant one after its four hours', () => {
    const late = new Date('2026-01-31T03:30:00Z')
    given([proposed])
      .when({ type: 'confirmOrder' }, new Date(late.getTime() - 1))
      .then([plain('OrderConfirmed')])
    given([proposed]).when({ type: 'confirmOrder' }, late).then('proposal-over')
    const data = {
      ...proposed.data,
      collectionType: 'instant' as const,
      scheduledDate: null,
      scheduledTime: null,
    }
    const instant = { ...proposed, data } as typeof proposed
    const confirm = { type: 'confirmOrder' as const, proposedAt: now.toISOString() }
    const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
    given([instant])
      .when(confirm, after(3.9))
      .then([plain('OrderConfirmed')])
    given([instant]).when(confirm, after(4)).then('proposal-over')
  })
})

describe('reports', () => {
  const release = { type: 'releaseReport', reportId, version: 1 } as const
  const released: BookingEvent = { type: 'ReportReleased', data: { reportId, reportVersion: 1 } }
  const corrected: BookingEvent = { type: 'ReportReleased', data: { reportId, reportVersion: 2 } }

  it('are released once per version', () => {
    given(historyTo.completed).when(release).then([released])
    given([...historyTo.completed, released])
      .when(release)
      .then([])
    given([...historyTo.completed, released])
      .when({ ...release, version: 2 })
      .then([corrected])
    expect(fold(bookingDecider, [placed, released, corrected])).toMatchObject({
      report: { id: reportId, version: 2 },
    })
  })

  it('that are submitted as values do not change the booking before they are rendered', () => {
    const submitted: BookingEvent = { type: 'ReportSubmitted', data: { reportId, reportVersion: 1 } }
    given(historyTo.completed)
      .when({ ...release, type: 'submitReport' })
      .then([submitted])
    const booking = fold(bookingDecider, historyTo.completed)
    expect(fold(bookingDecider, [...historyTo.completed, submitted])).toEqual(booking)
    expect(nextReportVersion([placed, submitted])).toBe(2)
  })

  it('do not replace a newer version that was released before them', () => {
    expect(fold(bookingDecider, [placed, corrected, released])).toMatchObject({ report: { version: 2 } })
    expect(nextReportVersion([placed, corrected, released])).toBe(3)
    expect(nextReportVersion([placed])).toBe(1)
  })
})

describe('the fasting reminder', () => {
  it('is refused after the slot has begun, and without a scheduled time', () => {
    given([placed]).when({ type: 'remindOfFasting' }, new Date('2026-01-31T02:30:00Z')).then('slot-begun')
    const instant = {
      ...details,
      collectionType: 'instant',
      scheduledDate: null,
      scheduledTime: null,
    } as const
    given([{ type: 'BookingPlaced', data: { ...instant, total: 79_850, final: 69_850 } }])
      .when({ type: 'remindOfFasting' })
      .then('invalid')
  })
})

describe('a corrupt stream', () => {
  it('is rejected by evolve', () => {
    expect(() => fold(bookingDecider, [assigned])).toThrow(CorruptStreamError)
    expect(() => fold(bookingDecider, [placed, proposed])).toThrow(CorruptStreamError)
    const unknown = { type: 'BookingForgotten', data: {} } as unknown as BookingEvent
    expect(() => fold(bookingDecider, [placed, unknown])).toThrow(CorruptStreamError)
  })
})
