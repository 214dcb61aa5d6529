import { expect, it } from 'vitest'
import { findRefundProblems } from './check-money.ts'
import type { LoggedEvent } from './outcome.ts'

function log(...events: [type: string, data?: Record<string, unknown>][]): LoggedEvent[] {
  return events.map(([type, data = {}], n) => ({
    position: n + 1,
    streamId: 'booking-1',
    version: n + 1,
    type,
    data,
  }))
}
const paid: [string, Record<string, unknown>] = ['PaymentRecorded', { amount: 500 }]
const due = (amount: number, test: string): [string, Record<string, unknown>] => [
  'RefundDue',
  { amount, packageIds: [test] },
]

it('a refund of what was paid is no problem, and one that is due waits', () => {
  expect(findRefundProblems(log(paid, due(300, 'a'), ['RefundSettled'], due(200, 'b')))).toEqual([])
  expect(findRefundProblems(log(due(300, 'a')))).toEqual([])
})

it('a booking that was paid and cancelled is found unless all of it goes back', () => {
  expect(findRefundProblems(log(paid, ['BookingCancelled']))).toEqual([
    'booking-1: cancelled after 500 paise were paid, of which 0 go back',
  ])
  expect(findRefundProblems(log(paid, due(200, 'a'), ['BookingCancelled'], due(300, 'b')))).toEqual([])
  expect(findRefundProblems(log(['BookingCancelled']))).toEqual([])
})

it('a refund that was settled before anything was paid does not count against the payment', () => {
  const history = log(
    due(200, 'a'),
    ['RefundSettled'],
    ['PaymentRecorded', { amount: 800 }],
    ['BookingCancelled'],
    due(800, 'b'),
    ['RefundSettled'],
  )
  expect(findRefundProblems(history)).toEqual([])
})

it('more money than was paid, and a test that is paid back twice, are found', () => {
  expect(findRefundProblems(log(paid, due(600, 'a'), ['RefundSettled']))).toEqual([
    'booking-1: 600 paise are paid back, and 500 were paid',
  ])
  expect(findRefundProblems(log(paid, due(200, 'a'), due(200, 'a')))).toEqual([
    'booking-1: a test is paid back twice',
  ])
})
