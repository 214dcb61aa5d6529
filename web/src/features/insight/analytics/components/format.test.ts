import { expect, test } from 'vitest'
import { bookingsText, compactCount, compactRupees, durationText, percentText } from './format'

test('large amounts are written in lakhs and crores', () => {
  expect(compactRupees(850)).toBe('₹850')
  expect(compactRupees(1_234_567)).toBe('₹12.3L')
  expect(compactRupees(123_456_789)).toBe('₹12.3Cr')
  expect(compactCount(123_456)).toBe('1.2L')
})

test('a duration is written in its most natural unit', () => {
  expect(durationText(45)).toBe('45 min')
  expect(durationText(330)).toBe('5.5 h')
  expect(durationText(31 * 60 + 12)).toBe('31 h')
  expect(durationText(6 * 24 * 60)).toBe('6 days')
})

test('a percentage of zero is written as a dash', () => {
  expect(percentText(1, 3)).toBe('33%')
  expect(percentText(0, 0)).toBe('–')
})

test('one booking is written in the singular', () => {
  expect(bookingsText(1)).toBe('1 booking')
  expect(bookingsText(12_345)).toBe('12,345 bookings')
})
