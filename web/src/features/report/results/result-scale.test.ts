import { expect, test } from 'vitest'
import { type Scaled, scaleOf } from './result-scale'

function scaled(value: number | [number | null, number | null], low: number | null, high: number | null) {
  const [from, to] = Array.isArray(value) ? value : [value, value]
  const result: Scaled = { from, to, bounds: { low, high, source: 'x', isOfLab: false }, foreignUnit: null }
  return scaleOf(result)
}

test('an interval with two bounds lies in the middle, and its bounds are within it', () => {
  expect(scaled(12, 12, 15)).toMatchObject({
    band: { from: 30, to: 70 },
    marker: { from: 30, to: 30 },
    relation: 'within',
  })
  expect(scaled(15, 12, 15)).toMatchObject({ marker: { from: 70, to: 70 }, relation: 'within' })
  expect(scaled(13.5, 12, 15)?.marker.from).toBe(50)
})

test('a value outside keeps its distance to scale', () => {
  expect(scaled(11, 12, 15)).toMatchObject({ relation: 'below', beyond: { left: false, right: false } })
  expect(scaled(11, 12, 15)?.marker.from).toBeCloseTo(16.67, 1)
})

test('a value beyond the scale stays at its end and says so', () => {
  expect(scaled(2, 12, 15)).toMatchObject({
    marker: { from: 3, to: 3 },
    beyond: { left: true, right: false },
    relation: 'below',
  })
  expect(scaled(90, 12, 15)).toMatchObject({
    marker: { from: 97, to: 97 },
    beyond: { left: false, right: true },
    relation: 'above',
  })
})

test('an interval near 0 leaves no room below 0', () => {
  expect(scaled(0, 0, 149)).toMatchObject({ band: { from: 0, to: 70 }, marker: { from: 3 } })
  expect(scaled(74.5, 0, 149)?.marker.from).toBeCloseTo(35)
  expect(scaled(5, 5, 100)?.band.from).toBeCloseTo(3.5)
  expect(scaled(-1, -2, 2)).toMatchObject({ band: { from: 30, to: 70 }, marker: { from: 40 } })
})

test('an interval whose bounds are equal has a place too', () => {
  expect(scaled(7, 7, 7)).toMatchObject({ marker: { from: 50, to: 50 }, relation: 'within' })
  expect(scaled(0, 0, 0)).toMatchObject({ marker: { from: 50, to: 50 }, relation: 'within' })
})

test('an open interval up to a bound begins at 0', () => {
  expect(scaled(0, null, 5)).toMatchObject({
    band: { from: 0, to: 66 },
    marker: { from: 3 },
    beyond: { left: false },
    relation: 'within',
  })
  expect(scaled(5, null, 5)).toMatchObject({ marker: { from: 66 }, relation: 'within' })
  expect(scaled(50, null, 5)).toMatchObject({ beyond: { right: true }, relation: 'above' })
})

test('an open interval from a bound on goes to the end', () => {
  expect(scaled(40, 40, null)).toMatchObject({ band: { from: 34, to: 100 }, marker: { from: 34 } })
  expect(scaled(20, 40, null)).toMatchObject({ marker: { from: 17 }, relation: 'below' })
  expect(scaled(400, 40, null)).toMatchObject({ beyond: { right: true }, relation: 'within' })
})

test('an inexact result is a stretch between its bounds', () => {
  expect(scaled([0, 5], null, 10)).toMatchObject({ marker: { from: 3, to: 33 }, relation: 'within' })
})

test('an inexact result without an upper bound goes on beyond the scale', () => {
  expect(scaled([100, null], null, 50)).toMatchObject({ beyond: { right: true }, relation: 'above' })
})

test('an inexact result over a bound of the interval is unclear', () => {
  expect(scaled([0, 5], 2, 10)?.relation).toBe('unclear')
})

test('a text, a missing interval and a unit that cannot be converted have no scale', () => {
  expect(scaled([null, null], 1, 2)).toBeNull()
  expect(scaled(1, null, null)).toBeNull()
  expect(scaleOf({ from: 1, to: 1, bounds: null, foreignUnit: null })).toBeNull()
  const bounds = { low: 1, high: 2, source: 'x', isOfLab: false }
  expect(scaleOf({ from: 1, to: 1, bounds, foreignUnit: 'mmol/L' })).toBeNull()
})
