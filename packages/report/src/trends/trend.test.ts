import { readFileSync } from 'node:fs'
import type { ReferenceInterval } from '@jaanch/catalogue/parameters/interval'
import { catalogueFile, parameterFinder } from '@jaanch/catalogue/testing/starter'
import { addDays, ageInMonths } from '@jaanch/contracts/calendar'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { biologicalVariation } from '../delta/biological-variation.ts'
import {
  type BandPoint,
  bandOf,
  changeOf,
  dateAtAge,
  directionOf,
  isNotable,
  type Measured,
  referenceChange,
} from './trend.ts'

const starterParameter = parameterFinder(readFileSync(catalogueFile, 'utf8'))

function measured(
  value: number | [number, number | null] | string,
  change: Partial<Measured> = {},
): Measured {
  const [from, to] = Array.isArray(value) ? value : typeof value === 'number' ? [value, value] : [null, null]
  return {
    from,
    to,
    text: String(value),
    flag: 'normal',
    foreignUnit: null,
    labPartnerId: 'lab',
    method: 'Photometry',
    ...change,
  }
}
const low = { flag: 'low' } as const
const high = { flag: 'high' } as const
const below5 = measured([0, 4.999_999_995], { text: '<5' })

describe('the reference change value', () => {
  test.each([
    // 2^½ × 1.96 × (1.4² + 2.8²)^½
    ['HGB', 8.677],
    // 2^½ × 1.96 × (2² + 1.2²)^½
    ['A1C', 6.465],
    // 2^½ × 1.96 × (6.1² + 5.77²)^½
    ['B12', 23.274],
    // 2^½ × 1.96 × (8.85² + 17.7²)^½
    ['TSH', 54.854],
    // 2^½ × 1.96 × (2.6² + 5.2²)^½
    ['CREA', 16.115],
  ])('of %s is %d per cent of the earlier value', (code, percent) => {
    expect(referenceChange(starterParameter(code))).toBeCloseTo(percent, 2)
  })

  test('is unknown without a variation from a source', () => {
    expect(referenceChange(starterParameter('NA'))).toBeNull()
    expect(changeOf(starterParameter('NA'), measured(140), measured(120)).isReal).toBeNull()
  })

  test('every variation names where it was read', () => {
    for (const { cvi, source } of biologicalVariation.values()) {
      expect(cvi).toBeGreaterThan(0)
      expect(source.url).toMatch(/^https?:\/\//)
      expect(source.title).not.toBe('')
    }
  })
})

describe('the direction', () => {
  test('is up if and only if the number went up', () => {
    const value = fc.float({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(value, value, (was, is) => {
        const direction = directionOf(measured(was), measured(is))
        expect(direction).toBe(is > was ? 'up' : is < was ? 'down' : 'same')
      }),
    )
  })

  test('turns around when the two results change places', () => {
    const bounds = fc
      .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }))
      .map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)])
    const opposite = { up: 'down', down: 'up', same: 'same' } as const
    fc.assert(
      fc.property(bounds, bounds, (one, other) => {
        const there = directionOf(measured(one), measured(other))
        const back = directionOf(measured(other), measured(one))
        expect(back).toBe(there && opposite[there])
      }),
    )
  })

  test('between a bound and a number is known only if they do not overlap', () => {
    expect(directionOf(below5, measured(5.2))).toBe('up')
    expect(directionOf(measured(5.2), below5)).toBe('down')
    expect(directionOf(below5, measured(4))).toBeNull()
    expect(directionOf(below5, below5)).toBe('same')
    expect(directionOf(measured(90), measured([100.1, null], { text: '>100' }))).toBe('up')
    expect(directionOf(measured([100.1, null], { text: '>100' }), measured(90))).toBe('down')
  })

  test('is unknown between texts, and if one has another unit', () => {
    expect(directionOf(measured('Reactive'), measured('Non-reactive'))).toBeNull()
    expect(directionOf(measured(5), measured(90, { foreignUnit: 'mmol/L' }))).toBeNull()
    expect(directionOf(measured(5, { foreignUnit: 'mmol/L' }), measured(90))).toBeNull()
  })
})

describe('a change', () => {
  const [hgb, sodium] = [starterParameter('HGB'), starterParameter('NA')]

  test('is real from the reference change value on', () => {
    expect(changeOf(hgb, measured(13), measured(14)).isReal).toBe(false)
    expect(changeOf(hgb, measured(13), measured(14.2))).toMatchObject({
      isReal: true,
      direction: 'up',
    })
    expect(changeOf(hgb, measured(13), measured(11.8))).toMatchObject({
      isReal: true,
      direction: 'down',
    })
    expect(changeOf(hgb, measured(10), measured(11)).percent).toBeCloseTo(10)
  })

  test('is not judged between bounds, other units, other methods, or from 0', () => {
    expect(changeOf(hgb, below5, measured(20)).isReal).toBeNull()
    expect(changeOf(hgb, measured(0), measured(20)).isReal).toBeNull()
    expect(changeOf(hgb, measured(5), measured(20, { foreignUnit: 'g/L' })).isReal).toBeNull()
    const methods = changeOf(hgb, measured(5, { method: 'HPLC' }), measured(20, { method: 'Photometry' }))
    expect(methods).toMatchObject({ isReal: null, isOtherMethod: true })
  })

  test('is judged only between results whose methods are known and the same, in any spelling', () => {
    const judged = (before: string | null, after: string | null) => {
      const { isReal, isOtherMethod } = changeOf(
        hgb,
        measured(10, { method: before }),
        measured(14, { method: after }),
      )
      return { isReal, isOtherMethod }
    }
    expect(judged('SLS photometry', 'sls  Photometry ')).toEqual({ isReal: true, isOtherMethod: false })
    expect(judged('HPLC', null)).toEqual({ isReal: null, isOtherMethod: false })
    expect(judged(null, null)).toEqual({ isReal: null, isOtherMethod: false })
    expect(judged('HPLC', 'Immunoassay')).toEqual({ isReal: null, isOtherMethod: true })
  })

  test('tells another lab, and judges it all the same', () => {
    const change = changeOf(hgb, measured(10), measured(14, { labPartnerId: 'other' }))
    expect(change).toMatchObject({ isOtherLab: true, isReal: true })
    expect(changeOf(hgb, measured(10), measured(14, { labPartnerId: null })).isOtherLab).toBe(false)
  })

  test('crosses its interval in both directions, and from side to side', () => {
    const crosses = (before: Measured['flag'], after: Measured['flag']) =>
      changeOf(sodium, measured(1, { flag: before }), measured(1, { flag: after })).hasCrossed
    expect(crosses('normal', 'low')).toBe(true)
    expect(crosses('high', 'normal')).toBe(true)
    expect(crosses('low', 'high')).toBe(true)
    expect(crosses('normal', 'abnormal')).toBe(true)
    expect(crosses('low', 'critical-low')).toBe(false)
    expect(crosses('normal', null)).toBe(false)
    expect(crosses(null, 'high')).toBe(false)
  })

  test('is notable if it is real or crosses', () => {
    expect(isNotable(changeOf(hgb, measured(13), measured(13.1)))).toBe(false)
    expect(isNotable(changeOf(hgb, measured(13), measured(15)))).toBe(true)
    expect(isNotable(changeOf(sodium, measured(13), measured(13.1, low)))).toBe(true)
    expect(isNotable(changeOf(sodium, measured(13, high), measured(13.1, high)))).toBe(false)
  })
})

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

describe('the band of intervals', () => {
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
