import { readFileSync } from 'node:fs'
import { catalogueFile, parameterFinder } from '@jaanch/catalogue/testing/starter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { biologicalVariation } from '../delta/biological-variation.ts'
import { changeOf, directionOf, isNotable, type Measured, referenceChange } from './trend.ts'

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
  test('is real from the reference change value on', () => {
    expect(changeOf(starterParameter('HGB'), measured(13), measured(14)).isReal).toBe(false)
    expect(changeOf(starterParameter('HGB'), measured(13), measured(14.2))).toMatchObject({
      isReal: true,
      direction: 'up',
    })
    expect(changeOf(starterParameter('HGB'), measured(13), measured(11.8))).toMatchObject({
      isReal: true,
      direction: 'down',
    })
    expect(changeOf(starterParameter('HGB'), measured(10), measured(11)).percent).toBeCloseTo(10)
  })

  test('is not judged between bounds, other units, other methods, or from 0', () => {
    expect(changeOf(starterParameter('HGB'), below5, measured(20)).isReal).toBeNull()
    expect(changeOf(starterParameter('HGB'), measured(0), measured(20)).isReal).toBeNull()
    expect(
      changeOf(starterParameter('HGB'), measured(5), measured(20, { foreignUnit: 'g/L' })).isReal,
    ).toBeNull()
    const methods = changeOf(
      starterParameter('HGB'),
      measured(5, { method: 'HPLC' }),
      measured(20, { method: 'Photometry' }),
    )
    expect(methods).toMatchObject({ isReal: null, isOtherMethod: true })
  })

  test('is judged only between results whose methods are known and the same, in any spelling', () => {
    const judged = (before: string | null, after: string | null) => {
      const { isReal, isOtherMethod } = changeOf(
        starterParameter('HGB'),
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
    const change = changeOf(starterParameter('HGB'), measured(10), measured(14, { labPartnerId: 'other' }))
    expect(change).toMatchObject({ isOtherLab: true, isReal: true })
    expect(
      changeOf(starterParameter('HGB'), measured(10), measured(14, { labPartnerId: null })).isOtherLab,
    ).toBe(false)
  })

  test('crosses its interval in both directions, and from side to side', () => {
    const crosses = (before: Measured['flag'], after: Measured['flag']) =>
      changeOf(starterParameter('NA'), measured(1, { flag: before }), measured(1, { flag: after })).hasCrossed
    expect(crosses('normal', 'low')).toBe(true)
    expect(crosses('high', 'normal')).toBe(true)
    expect(crosses('low', 'high')).toBe(true)
    expect(crosses('normal', 'abnormal')).toBe(true)
    expect(crosses('low', 'critical-low')).toBe(false)
    expect(crosses('normal', null)).toBe(false)
    expect(crosses(null, 'high')).toBe(false)
  })

  test('is notable if it is real or crosses', () => {
    expect(isNotable(changeOf(starterParameter('HGB'), measured(13), measured(13.1)))).toBe(false)
    expect(isNotable(changeOf(starterParameter('HGB'), measured(13), measured(15)))).toBe(true)
    expect(isNotable(changeOf(starterParameter('NA'), measured(13), measured(13.1, low)))).toBe(true)
    expect(isNotable(changeOf(starterParameter('NA'), measured(13, high), measured(13.1, high)))).toBe(false)
  })
})
