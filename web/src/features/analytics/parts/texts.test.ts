import { expect, test } from 'vitest'
import { bookingsText, durationText, roundCount, roundRupees, shareText } from './texts'

test('large amounts are written in lakhs and crores', () => {
  expect(roundRupees(850)).toBe('₹850')
  expect(roundRupees(1_234_567)).toBe('₹12.3L')
  expect(roundRupees(123_456_789)).toBe('₹12.3Cr')
  expect(roundCount(123_456)).toBe('1.2L')
})

test('durations are written in the unit that people would use', () => {
  expect(durationText(45)).toBe('45 min')
  expect(durationText(330)).toBe('5.5 h')
  expect(durationText(31 * 60 + 12)).toBe('31 h')
  expect(durationText(6 * 24 * 60)).toBe('6 days')
})

test('a share of nothing is no number', () => {
  expect(shareText(1, 3)).toBe('33%')
  expect(shareText(0, 0)).toBe('–')
})

test('one booking is one booking', () => {
  expect(bookingsText(1)).toBe('1 booking')
  expect(bookingsText(12_345)).toBe('12,345 bookings')
})
