import type { ReferenceInterval } from '@jaanch/catalogue/parameters/interval'
import { addDays, ageInMonths } from '@jaanch/contracts/calendar'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BandPoint, bandOf, dateAtAge } from './trend.ts'

const parameter = { code: 'HGB', male: { low: 13, high: 17 }, female: { low: 12, high: 15 } }
const girl = { sex: 'female', dateOfBirth: '2014-05-10', relationship: 'Daughter' } as const

function interval(ageFrom: number, ageTo: number | null, low: number, high: number): ReferenceInterval {
  return {
    id: `${ageFrom}`,
    code: 'HGB',
    sex: null,
    ageFrom,
    ageTo,
    method: null,
    labPartnerId: null,
    low,
    high,
    expected: null,
    validFrom: '2000-01-01',
    validTo: null,
    source: 'test',
  }
}
const byAge = [interval(0, 60, 11, 14), interval(60, 144, 11.5, 15.5), interval(144, null, 12, 16)]

function point(
  on: string,
  low: number | null,
  high: number | null,
  change: Partial<BandPoint> = {},
): BandPoint {
  const bounds = low === null && high === null ? null : { low, high }
  return { on, bounds, labPartnerId: null, method: null, ...change }
}

describe('the band', () => {
  test('steps on the birthday between two results', () => {
    const points = [point('2025-12-01', 11.5, 15.5), point('2026-11-01', 12, 16)]
    expect(bandOf(parameter, girl, points, byAge, '2026-11-28')).toEqual([
      { from: '2025-12-01', to: '2026-05-10', low: 11.5, high: 15.5 },
      { from: '2026-05-10', to: '2026-11-28', low: 12, high: 16 },
    ])
  })

  test('keeps what was stored with a result, also if the catalogue has another interval today', () => {
    const points = [point('2025-12-01', 11, 15), point('2026-01-01', 11.2, 15)]
    expect(bandOf(parameter, girl, points, byAge, '2026-02-01')).toEqual([
      { from: '2025-12-01', to: '2026-01-01', low: 11, high: 15 },
      { from: '2026-01-01', to: '2026-02-01', low: 11.2, high: 15 },
    ])
  })

  test('follows the catalogue when an interval begins to be valid', () => {
    const changed = [
      { ...interval(0, null, 11, 15), validTo: '2026-03-01' },
      { ...interval(0, null, 11.8, 15.8), id: 'new', validFrom: '2026-03-01' },
    ]
    expect(bandOf(parameter, girl, [point('2026-01-01', 11, 15)], changed, '2026-06-01')).toEqual([
      { from: '2026-01-01', to: '2026-03-01', low: 11, high: 15 },
      { from: '2026-03-01', to: '2026-06-01', low: 11.8, high: 15.8 },
    ])
  })

  test('begins on the eighteenth birthday if only adults have an interval', () => {
    const person = { ...girl, dateOfBirth: '2008-01-15' }
    expect(bandOf(parameter, person, [point('2025-12-01', null, null)], [], '2026-02-01')).toEqual([
      { from: '2025-12-01', to: '2026-01-15', low: null, high: null },
      { from: '2026-01-15', to: '2026-02-01', low: 12, high: 15 },
    ])
  })

  test('has one step for equal intervals, and of two results of a day the later one', () => {
    const points = [
      point('2026-06-01', 12, 16),
      point('2026-07-01', 12, 16),
      point('2026-08-01', 12, 16),
      point('2026-08-01', 11, 15),
    ]
    expect(bandOf(parameter, girl, points, byAge, '2026-09-01')).toEqual([
      { from: '2026-06-01', to: '2026-08-01', low: 12, high: 16 },
      { from: '2026-08-01', to: '2026-09-01', low: 11, high: 15 },
    ])
  })

  test('has no birthdays without a date of birth', () => {
    const person = { sex: 'female', dateOfBirth: null, relationship: 'Mother' } as const
    const points = [point('2020-01-01', 12, 15)]
    expect(bandOf(parameter, person, points, [], '2026-01-01')).toEqual([
      { from: '2020-01-01', to: '2026-01-01', low: 12, high: 15 },
    ])
    expect(bandOf(parameter, person, [], [], '2026-01-01')).toEqual([])
  })

  test('is without gaps from the first result to its end, in order, for any results', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2015-01-01', days))
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 12 }), (days) => {
        const points = days.toSorted().map((on, n) => point(on, n % 3, 10 + (n % 2)))
        const steps = bandOf(parameter, girl, points, byAge, '2026-11-28')
        expect(steps[0]?.from).toBe(points[0]?.on)
        expect(steps.at(-1)?.to).toBe('2026-11-28')
        for (const [n, step] of steps.entries()) {
          expect(step.from < step.to).toBe(true)
          if (n > 0) expect(step.from).toBe(steps[n - 1]?.to)
        }
      }),
    )
  })
})

test('the date of an age is the first day on which its months are complete', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 1200 }), (days, months) => {
      const born = addDays('1950-01-01', days)
      const date = dateAtAge(born, months)
      expect(ageInMonths(born, date)).toBe(months)
      expect(ageInMonths(born, addDays(date, -1))).toBe(months - 1)
    }),
  )
})
