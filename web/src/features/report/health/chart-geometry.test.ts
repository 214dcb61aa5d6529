import type { HealthTrend, TrendPoint } from '@jaanch/report/trends/api'
import { expect, test } from 'vitest'
import { createTrend, createTrendPoint } from '@/testing/health-trends'
import { type Chart, chartOf, nearestPoint, niceTicks, textScale, timeTicks } from './chart-geometry'
import { placeOf, runsOf } from './values'

function chart(points: TrendPoint[], change: Partial<HealthTrend> = {}, width = 600): Chart {
  const drawn = chartOf(createTrend({ points, ...change }), width)
  if (!drawn) throw new Error('There is nothing to draw')
  return drawn
}
const on = (date: string, value: number | string, change: Partial<TrendPoint['result']> = {}) =>
  createTrendPoint(date, value, change)

test('the points stand in the order of time within the plot, a higher value higher', () => {
  const { points, plot } = chart([on('2023-05-01', 11), on('2024-05-01', 13), on('2026-05-01', 12)])
  const [a, b, c] = points
  expect(a && b && c && a.x < b.x && b.x < c.x && b.y < c.y && c.y < a.y).toBe(true)
  for (const { x, y } of points) {
    expect(x).toBeGreaterThanOrEqual(plot.left)
    expect(x).toBeLessThanOrEqual(plot.right)
    expect(y).toBeGreaterThanOrEqual(plot.top)
    expect(y).toBeLessThanOrEqual(plot.bottom)
  }
  // two years are twice as wide as one
  expect(((c?.x ?? 0) - (b?.x ?? 0)) / ((b?.x ?? 0) - (a?.x ?? 0))).toBeCloseTo(2, 1)
})

test('one point alone stands in the middle; two of a day stand side by side or above each other', () => {
  const { points, plot } = chart([on('2026-05-01', 12)])
  expect(points[0]?.x).toBeCloseTo((plot.left + plot.right) / 2, 0)
  const twice = chart([on('2026-05-01T04:00', 12), on('2026-05-01T10:00', 15)])
  expect(twice.points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
  const same = chart([on('2026-05-01T04:00', 0), on('2026-05-01T04:00', 0)])
  expect(same.points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
})

test('a result in another unit has no value: it stands at the axis, and the line breaks there', () => {
  const { points, plot } = chart([
    on('2024-05-01', 11),
    on('2025-05-01', 110, { foreignUnit: 'g/L' }),
    on('2026-05-01', 12),
  ])
  expect(points[1]).toMatchObject({ place: null, isForeign: true, y: plot.bottom })
  expect(runsOf(points, ({ place }) => place === null).map(({ length }) => length)).toEqual([1, 1])
})

test('a result below or above a bound stands at the bound', () => {
  expect(placeOf({ from: 0, to: 5 })).toEqual({ kind: 'below', value: 5 })
  expect(placeOf({ from: 100, to: null })).toEqual({ kind: 'above', value: 100 })
  expect(placeOf({ from: 2, to: 4 })).toEqual({ kind: 'range', value: 3 })
  expect(placeOf({ from: 0, to: 0 })).toEqual({ kind: 'exact', value: 0 })
  expect(placeOf({ from: null, to: null })).toBeNull()
})

test('texts are steps, the normal one at the bottom', () => {
  const points = [
    on('2024-05-01', 'Reactive', { flag: 'abnormal' }),
    on('2025-05-01', 'Non-reactive', { flag: 'normal' }),
  ]
  expect(textScale(points)).toEqual(['Non-reactive', 'Reactive'])
  const drawn = chart(points)
  expect(drawn.yTicks.map(({ text }) => text)).toEqual(['Non-reactive', 'Reactive'])
  expect((drawn.points[0]?.y ?? 0) < (drawn.points[1]?.y ?? 0)).toBe(true)
})

test('a text that is an amount is higher the more there is, above what is expected', () => {
  const nil = { interval: 'Nil', flag: 'abnormal' } as const
  const points = [on('2024-05-01', '2+', nil), on('2025-05-01', 'Trace', nil), on('2026-05-01', '1+', nil)]
  expect(textScale(points)).toEqual(['Nil', 'Trace', '1+', '2+'])
  const [most, least, more] = chart(points).points.map(({ y }) => y)
  expect([most, more, least]).toEqual([most, more, least].toSorted((a, b) => (a ?? 0) - (b ?? 0)))
})

test('long or many texts are not drawn', () => {
  const long = on('2024-05-01', 'Normocytic normochromic red cells')
  expect(chartOf(createTrend({ points: [long] }), 600)).toBeNull()
  expect(textScale([])).toBeNull()
})

test('the band steps where the interval changes, and is cut at an open bound', () => {
  const { band, plot } = chart([on('2025-12-01', 12), on('2026-11-01', 13)], {
    band: [
      { from: '2025-12-01', to: '2026-05-10', low: 11.5, high: 15.5 },
      { from: '2026-05-10', to: '2026-11-28', low: 12, high: null },
    ],
  })
  expect(band).toHaveLength(2)
  const [first, second] = band
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(second?.x ?? 0)
  expect(second).toMatchObject({ y: plot.top, hasHigh: false, hasLow: true })
  expect((first?.y ?? 0) > plot.top).toBe(true)
})

test('the band is left out where there is no interval', () => {
  const band = [{ from: '2025-12-01', to: '2026-11-28', low: null, high: null }]
  expect(chart([on('2025-12-01', 12)], { band }).band).toEqual([])
})

test('labs and methods are marked where they change only', () => {
  const points = ['City Lab', 'City Lab', 'Sunrise', 'City Lab'].map((labName, n) => ({
    ...on(`202${n}-05-01`, 12),
    labName,
  }))
  const drawn = chart(points)
  expect(drawn.labs.map(({ label }) => label)).toEqual(['A', 'B', 'A'])
  expect(drawn.methods).toEqual([])
})

test('the axes have round values', () => {
  expect(niceTicks(10.3, 15.8)).toEqual([12, 14])
  expect(niceTicks(0, 100)).toEqual([0, 50, 100])
  expect(niceTicks(0.02, 0.09)).toEqual([0.02, 0.04, 0.06, 0.08])
})

test('the axes have years over ten years, months over one, and days within one', () => {
  const texts = (from: string, to: string, width = 600) =>
    timeTicks(Date.parse(from), Date.parse(to), width).map(({ text }) => text)
  expect(texts('2016-03-01', '2026-03-01', 300)).toEqual(['2018', '2020', '2022', '2024', '2026'])
  expect(texts('2025-06-10', '2026-06-10', 300)).toEqual(['Jul 2025', 'Jan 2026'])
  expect(texts('2026-05-03', '2026-05-23')).toEqual(['5 May', '21 May'])
  expect(texts('2025-02-03', '2025-12-23', 60)).toEqual(['Mar 2025', 'Nov 2025'])
})

test('the pointer selects the closest result', () => {
  expect(nearestPoint([{ x: 10 }, { x: 50 }, { x: 100 }], 60)).toBe(1)
  expect(nearestPoint([{ x: 10 }], 600)).toBe(0)
})
