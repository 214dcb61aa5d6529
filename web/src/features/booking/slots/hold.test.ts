import { expect, test } from 'vitest'
import { endOf, type Hold, holdPhase, minutesLeft, nextStep, remainingText } from './hold'

const slot = { pincode: '395003', date: '2026-11-22', time: '08:00-10:00', packageIds: ['p1'] } as const
const hold: Hold = { ...slot, id: 'h1', endsAt: 600_000, isRenewable: true, key: 'k1' }

const askedAt = Date.parse('2026-11-21T02:00:00Z')

test('the end of a hold is that of the server', () => {
  expect(endOf('2026-11-21T02:09:30.000Z', askedAt)).toBe(Date.parse('2026-11-21T02:09:30Z'))
})

test('the end of a hold is ten minutes after the request if the clock of the device is wrong', () => {
  for (const expiresAt of ['2026-11-21T01:50:00.000Z', '2026-11-21T02:25:00.000Z']) {
    expect(endOf(expiresAt, askedAt)).toBe(askedAt + 600_000)
  }
})

test('the countdown shows minutes and seconds, and no 0:00 before the end', () => {
  expect(remainingText(hold, 0)).toBe('10:00')
  expect(remainingText(hold, 19_000)).toBe('9:41')
  expect(remainingText(hold, 599_900)).toBe('0:01')
  expect(minutesLeft(hold, 20_000)).toBe(10)
})

test('two minutes before its end it can be renewed, and the last minute is announced', () => {
  const phases = [479_999, 480_000, 540_000, 599_999, 600_000].map((now) => holdPhase(hold, now))
  expect(phases).toEqual(['held', 'ending', 'last-minute', 'last-minute', 'ended'])
})

const state = { wanted: slot, hold: null, isFrozen: false, isSettled: false, isNeeded: true }

test('the next step is to ask for a hold where slots are limited', () => {
  expect(nextStep(state)).toBe('request')
  expect(nextStep({ ...state, isNeeded: false })).toBe('none')
  expect(nextStep({ ...state, wanted: null })).toBe('none')
})

test('the next step is not to ask again after a refusal', () => {
  expect(nextStep({ ...state, isSettled: true })).toBe('none')
})

test('the next step is nothing while the chosen slot is held, also on the steps before, and after the end of the hold', () => {
  expect(nextStep({ ...state, hold })).toBe('none')
  expect(nextStep({ ...state, hold, isNeeded: false })).toBe('none')
})

test.each([
  ['another slot', { ...slot, time: '10:00-12:00' as const }],
  ['another day', { ...slot, date: '2026-11-23' }],
  ['another address', { ...slot, pincode: '395007' }],
  ['another test', { ...slot, packageIds: ['p1', 'p2'] }],
  ['an instant collection', null],
])('the next step for %s is to give the hold up', (_, wanted) => {
  expect(nextStep({ ...state, wanted, hold })).toBe('release')
})

test('the next step is nothing while the booking is under way: its request must stay the same', () => {
  expect(nextStep({ ...state, isFrozen: true })).toBe('none')
  expect(nextStep({ ...state, wanted: null, hold, isFrozen: true })).toBe('none')
})
