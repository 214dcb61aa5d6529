import { expect, it } from 'vitest'
import { visitText } from '@/components/booking/texts'
import { createBooking } from '@/testing/fixtures'
import {
  canCancelVisit,
  groupAdjacentVisits,
  groupVisits,
  isUnpaid,
  isWholeVisit,
  moneyOfVisit,
  paidText,
  paymentText,
  peopleText,
  statusOfVisit,
  stepOfVisit,
  totalOfVisit,
} from './visits'

const mother = { name: 'Kamala', relationship: 'Mother' }
const own = createBooking({ id: 'a' })
const self = createBooking({ id: 'b', visitId: 'v1', status: 'confirmed', finalAmount: 299 })
const hers = createBooking({
  id: 'c',
  visitId: 'v1',
  status: 'confirmed',
  finalAmount: 500,
  familyMember: mother,
})
const idsOf = (rows: Parameters<typeof groupVisits>[0], hasMore = false) =>
  groupVisits(rows, hasMore).map(({ id, bookings }) => [id, ...bookings.map((each) => each.id)])

it('the visits of a list have all bookings with their id, at the place of the first one, the customer first; others are visits of their own', () => {
  const late = createBooking({ id: 'd' })
  expect(idsOf([own, self, late, hers])).toEqual([
    ['a', 'a'],
    ['v1', 'b', 'c'],
    ['d', 'd'],
  ])
})

it('the visits of a list take in a booking that arrives later, and lose one that leaves the list', () => {
  expect(idsOf([own, hers])).toEqual([
    ['a', 'a'],
    ['v1', 'c'],
  ])
  expect(idsOf([own, hers, self])).toEqual([
    ['a', 'a'],
    ['v1', 'b', 'c'],
  ])
})

it('the visits of a list are not known to be whole at the end of a page', () => {
  const wholeOf = (rows: Parameters<typeof groupVisits>[0], hasMore: boolean) =>
    groupVisits(rows, hasMore).map(({ isWhole }) => isWhole)
  expect(wholeOf([own, self, hers], true)).toEqual([true, false])
  expect(wholeOf([own, self, hers], false)).toEqual([true, true])
  expect(wholeOf([self, hers, own], true)).toEqual([true, true])
})

const visit = { id: 'v1', bookings: [self, hers], isWhole: true }

it('a visit names its people and costs what is not cancelled', () => {
  expect(peopleText(visit)).toBe('Myself, Kamala (Mother)')
  expect(totalOfVisit(visit)).toBe(799)
  const cancelled = { ...self, status: 'cancelled' } as const
  expect(totalOfVisit({ bookings: [cancelled, hers] })).toBe(500)
  expect(totalOfVisit({ bookings: [cancelled] })).toBe(299)
})

it('a visit can be cancelled as a whole if each of its bookings can, and all are known', () => {
  expect(canCancelVisit(visit)).toBe(true)
  expect(canCancelVisit({ ...visit, isWhole: false })).toBe(false)
  expect(canCancelVisit({ ...visit, bookings: [self, { ...hers, status: 'pending' }] })).toBe(false)
  expect(canCancelVisit({ ...visit, bookings: [self] })).toBe(false)
})

it('a visit is marked on the bookings of staff by its size and the beginning of its id', () => {
  const visitId = '1a2b3c4d-0000-4000-8000-000000000000'
  expect(visitText(createBooking({ visitId, visitSize: 3 }))).toBe('Visit of 3, #1a2b3c4d')
  expect(visitText(createBooking())).toBeUndefined()
})

const other = createBooking({ id: 'x' })

it('the visits in a list of staff are bookings that stand one after the other, and the same objects as long as their bookings are', () => {
  const idsOf = (rows: Parameters<typeof groupAdjacentVisits>[0]) =>
    groupAdjacentVisits(rows).map(({ id, bookings }) => [id, ...bookings.map((each) => each.id)])
  expect(idsOf([own, self, hers, other])).toEqual([
    ['a', 'a'],
    ['b', 'b', 'c'],
    ['x', 'x'],
  ])
  expect(idsOf([self, other, hers]), 'not from afar').toEqual([
    ['b', 'b'],
    ['x', 'x'],
    ['c', 'c'],
  ])
  const [first] = groupAdjacentVisits([self, hers])
  expect(groupAdjacentVisits([own, self, hers])[1]).toBe(first)
  expect(groupAdjacentVisits([self, { ...hers, status: 'completed' }])[0]).not.toBe(first)
})

it('the visits in a list of staff have one state: that of who is least far, and cancelled only if all are', () => {
  const at = (...statuses: (typeof own.status)[]) => statuses.map((status) => ({ ...own, status }))
  expect(statusOfVisit(at('lab-processing', 'confirmed', 'cancelled'))).toBe('confirmed')
  expect(statusOfVisit(at('completed', 'cancelled'))).toBe('completed')
  expect(statusOfVisit(at('cancelled', 'cancelled'))).toBe('cancelled')
})

it('the visits in a list of staff go one step in one press: those who are least far, together only if nobody else comes who is not shown', () => {
  const size = { visitSize: 2 }
  const [one, two] = [
    { ...self, ...size },
    { ...hers, ...size },
  ]
  expect(stepOfVisit([one, two])).toEqual({ bookings: [one, two], isWhole: true, to: 'sample-collection' })
  const further = { ...two, status: 'lab-processing' } as const
  expect(stepOfVisit([one, further])).toMatchObject({ bookings: [one], isWhole: true })
  expect(stepOfVisit([{ ...one, status: 'completed' }, further])).toMatchObject({ to: 'completed' })
  expect(stepOfVisit([{ ...one, status: 'cancelled' }])).toBeUndefined()
  const ofThree = [one, two].map((each) => ({ ...each, visitSize: 3 }))
  expect(isWholeVisit(ofThree)).toBe(false)
  const left = { ...one, status: 'cancelled', visitSize: 2 } as const
  expect(isWholeVisit([left, ...ofThree]), 'one was cancelled a moment ago').toBe(true)
})

it('the visits in a list of staff cost what is not cancelled, and owe what is not paid', () => {
  expect(moneyOfVisit([{ ...self, paymentStatus: 'paid' }, hers])).toEqual({ total: 799, due: 500 })
  expect(moneyOfVisit([{ ...self, status: 'cancelled' }, hers])).toEqual({ total: 500, due: 500 })
})

it('the visits in a list of staff owe nothing for tests that are not made, and nothing at all until that is settled', () => {
  const open = { ...hers, refund: { amount: 200, isSettled: false } }
  expect(moneyOfVisit([self, open])).toEqual({ total: 799, due: 299 })
  expect([self, open].filter(isUnpaid)).toEqual([self])
  expect(paidText(open, 'due')).toBe('refund to be settled')
  const settled = { ...hers, refund: { amount: 200, isSettled: true } }
  expect(moneyOfVisit([settled])).toEqual({ total: 500, due: 300 })
  expect(paidText(settled, 'due')).toBe('due')
  const whole = { ...hers, refund: { amount: 500, isSettled: true } }
  expect(moneyOfVisit([whole])).toEqual({ total: 500, due: 0 })
  expect(paidText(whole, 'due')).toBe('nothing to pay')
})

it('the visits in a list of staff that are paid say what goes back, and what was paid back', () => {
  const paid = { ...hers, paymentStatus: 'paid' } as const
  expect(paidText({ ...paid, refund: { amount: 500, isSettled: false } }, '')).toBe(
    'paid, refund to be settled',
  )
  expect(paidText({ ...paid, refund: { amount: 500, isSettled: true } }, '')).toBe('paid back')
  expect(paidText({ ...paid, refund: { amount: 200, isSettled: true } }, '')).toBe('paid')
})

it('the visits in a list of staff show by which method they were paid, with the reference that was typed', () => {
  const upi = { ...hers, paymentMethod: 'upi', paymentReference: 'UTR 4711' } as const
  expect(paymentText({ ...upi, paymentStatus: 'paid' }, 'due')).toBe('UPI, paid, reference UTR 4711')
  expect(paymentText(hers, 'due')).toBe('Cash on Collection, due')
})
