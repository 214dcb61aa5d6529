import { expect, it } from 'vitest'
import { formatGrowth, replacePart } from './document.ts'

it('replaces what is between the markers, again and again', () => {
  const page = 'before\n<!-- growth: begin -->\nold\n<!-- growth: end -->\nafter\n'
  const once = replacePart(page, 'growth', 'new')
  expect(once).toBe('before\n<!-- growth: begin -->\n\nnew\n\n<!-- growth: end -->\nafter\n')
  expect(replacePart(once, 'growth', 'new')).toBe(once)
  expect(() => replacePart(page, 'bench', 'new')).toThrow('no markers of bench')
})

it('has a line for each call and a column for each number of bookings', () => {
  const size = (bookings: number, factor: number) => ({
    bookings,
    calls: { 'all bookings': { p50: 4 * factor, p99: 9.876 * factor } },
    push: { p50: 5, p99: 20 },
    startUp: 1_234,
    filling: 2_000 * factor,
    bytes: { log: bookings * 3_500 },
    buffers: { 'all bookings': 1_200 * factor },
  })
  const text = formatGrowth([size(10_000, 1), size(1_000_000, 2)])
  expect(text).toContain('| all bookings | 4 / 9.88 | 8 / 19.8 | 1,200 | 2,400 |')
  expect(text).toContain('| start-up | 1.23 | 1.23 |')
  expect(text).toContain('| log | 35 | 3,500 | 3,500 | 3,500 |')
})
