import { expect, test } from 'vitest'
import { printedText } from './print-labels'

const now = new Date('2026-11-27T06:00:00Z')
const text = (...people: Parameters<typeof printedText>[0]) => printedText(people, now)

test('labels that were printed again say so, with the time of the last print', () => {
  expect(text(null)).toBeUndefined()
  expect(text({ prints: 1, at: '2026-11-27T05:12:00.000Z' })).toBe('Printed at 10:42 am')
  expect(text({ prints: 2, at: '2026-11-27T05:12:00.000Z' })).toBe('Printed twice, last at 10:42 am')
  expect(text({ prints: 3, at: '2026-11-26T05:12:00.000Z' })).toBe(
    'Printed 3 times, last at Thu 26 Nov, 10:42 am',
  )
})

test('of several people it is said for how many they were printed', () => {
  const first = { prints: 1, at: '2026-11-27T04:00:00.000Z' }
  const last = { prints: 2, at: '2026-11-27T05:12:00.000Z' }
  expect(text(last, null, first)).toBe('Printed for 2 of 3 people, last at 10:42 am')
  expect(text(last, first)).toBe('Printed twice, last at 10:42 am')
})
