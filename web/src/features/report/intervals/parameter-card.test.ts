import type { IntervalView } from '@jaanch/report/intervals/api'
import { expect, it } from 'vitest'
import { whoText } from '@/features/report/interval-fields/ages'
import { criticalText, isFound, limitsText, statusOf } from './parameter-card'

const interval: IntervalView = {
  id: '00000000-0000-4000-8000-000000000001',
  code: 'HGB',
  kind: 'reference',
  sex: null,
  ageFrom: 0,
  ageTo: null,
  method: null,
  low: 11,
  high: 14.1,
  expected: null,
  validFrom: '2026-01-01',
  validTo: null,
  source: 'Validated in 2026',
  isOwn: true,
  isActive: true,
  acceptedFrom: null,
}

it.each([
  [{}, 'All ages'],
  [{ sex: 'female' }, 'All ages, female'],
  [{ ageFrom: 216 }, 'From 18 years'],
  [{ ageTo: 12 }, 'Up to 1 year'],
  [{ ageFrom: 1, ageTo: 3 }, '1 month to 3 months'],
  [{ ageFrom: 7, ageTo: 36 }, '7 months to 3 years'],
  [{ ageFrom: 144, ageTo: 180, sex: 'male' }, '12 to 15 years, male'],
] as const)('an interval of a lab says for whom it is: %j', (change, text) => {
  expect(whoText({ ...interval, ...change })).toBe(text)
})

it('an interval of a lab has the decimals of its parameter, or the expected text', () => {
  expect(limitsText(interval, { decimals: 1 })).toBe('11.0–14.1')
  expect(limitsText({ ...interval, high: null }, { decimals: 1 })).toBe('11.0 or more')
  expect(limitsText({ ...interval, expected: 'Reactive' }, { decimals: null })).toBe('Reactive')
})

it('an interval of a lab has its critical limits with the decimals of its parameter', () => {
  expect(criticalText({ low: 2.8, high: 6 }, { decimals: 1 })).toBe('≤ 2.8 or ≥ 6.0')
  expect(criticalText({ low: null, high: 6 }, { decimals: 1 })).toBe('≥ 6.0')
  expect(criticalText({ low: 0, high: null }, { decimals: 0 })).toBe('≤ 0')
})

it('an interval of a lab is own until the day it ends, and offered while it is inactive in the catalogue', () => {
  expect(statusOf({ ...interval, validTo: '2026-11-28' }, '2026-11-27')).toBe('own')
  expect(statusOf({ ...interval, validTo: '2026-11-27' }, '2026-11-27')).toBe('ended')
  expect(statusOf({ ...interval, isActive: false })).toBe('ended')
  expect(statusOf({ ...interval, isOwn: false, isActive: false })).toBe('offered')
  expect(statusOf({ ...interval, isOwn: false })).toBe('catalogue')
})

it('an interval of a lab is found by words of the name and by the code', () => {
  const vitamin = { code: 'VITD', name: 'Vitamin D, 25-hydroxy' }
  expect(['vita', 'hydroxy vitamin', 'vitd', ''].every((search) => isFound(vitamin, search))).toBe(true)
  expect(isFound(vitamin, 'vitamin b12')).toBe(false)
})
