import { readFileSync } from 'node:fs'
import { criticalBands, criticalLimitsOf } from '@jaanch/catalogue/parameters/critical-limits'
import { type CriticalBand, faultOfOwn, type OwnCriticalLimit } from '@jaanch/catalogue/parameters/rules'
import { hdl } from '@jaanch/catalogue/testing/parameters'
import { catalogueFile, parametersIn } from '@jaanch/catalogue/testing/starter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interpret } from '../results/interpret.ts'
import { criticalOfResults } from './critical-values.ts'

const known = [...parametersIn(readFileSync(catalogueFile, 'utf8')).values()].map((parameter) => ({
  ...parameter,
  criticalLow: parameter.criticalLow ?? null,
  criticalHigh: parameter.criticalHigh ?? null,
}))
const numeric = known.filter(({ decimals }) => decimals != null)
const of = (code: string) => numeric.find((parameter) => parameter.code === code) ?? hdl

const months = fc.integer({ min: 0, max: 1_200 })
const ages = fc.oneof(months, fc.constant('adult' as const), fc.constant(null))
const limit = fc.option(fc.double({ min: 0, max: 2_000, noNaN: true }))
const band: fc.Arbitrary<CriticalBand> = fc
  .record({ ageFrom: months, years: fc.option(fc.integer({ min: 1, max: 100 })), low: limit, high: limit })
  .map(({ ageFrom, years, low, high }) => ({
    ageFrom,
    ageTo: years === null ? null : ageFrom + years * 12,
    low,
    high,
  }))

/** @returns own limits for all ages */
const own = (code: string, change: Partial<OwnCriticalLimit>): OwnCriticalLimit => ({
  ...{ code, ageFrom: 0, ageTo: null, low: null, high: null },
  ...change,
})
const flagOf = (code: string, value: number, ageMonths: number | 'adult' | null, row: OwnCriticalLimit) => {
  const reading = { kind: 'number' as const, from: value, to: value, text: String(value) }
  const who = { sex: 'female' as const, ageMonths }
  return interpret(of(code), reading, who, [], undefined, [row]).flag
}

describe('a laboratory’s own critical limits', () => {
  it('never let a limit of the catalogue be reached later, at any age', () => {
    fc.assert(
      fc.property(fc.constantFrom(...numeric), ages, fc.array(band), (parameter, age, bands) => {
        const catalogue = criticalLimitsOf(parameter, age)
        const both = criticalLimitsOf(
          parameter,
          age,
          bands.map((each) => ({ code: parameter.code, ...each })),
        )
        if (catalogue.low !== null) expect(both.low).toBeGreaterThanOrEqual(catalogue.low)
        if (catalogue.high !== null) expect(both.high).toBeLessThanOrEqual(catalogue.high)
      }),
    )
  })

  it('are those that are reached, at each of their ages, unless they have a fault', () => {
    fc.assert(
      fc.property(fc.constantFrom(...numeric), months, band, (parameter, age, row) => {
        const isInside = row.ageFrom <= age && (row.ageTo === null || age < row.ageTo)
        fc.pre(isInside && !faultOfOwn(criticalBands(parameter), row))
        const catalogue = criticalLimitsOf(parameter, age)
        expect(criticalLimitsOf(parameter, age, [{ code: parameter.code, ...row }])).toEqual({
          low: row.low ?? catalogue.low,
          high: row.high ?? catalogue.high,
        })
      }),
    )
  })

  it.each([
    ['K', 5.9, 'adult', { high: 5.8 }, 'critical-high'],
    ['K', 5.9, 'adult', { high: 5.8, ageTo: 216 }, 'high'],
    ['K', 5.9, 200, { high: 5.8, ageTo: 216 }, 'critical-high'],
    ['K', 5.9, 216, { high: 5.8, ageTo: 216 }, 'high'],
    ['K', 5.9, null, { high: 5.8, ageTo: 216 }, 'critical-high'],
    ['K', 5.9, 'adult', { high: 5.8, ageFrom: 720 }, 'critical-high'],
    ['K', 6.3, 'adult', { high: 5.8, ageTo: 216 }, 'critical-high'],
    ['HDL', 10, 'adult', { low: 12 }, 'critical-low'],
  ] as const)('count at their ages: %s %d at %s months with %j is %s', (code, value, age, change, flag) => {
    expect(flagOf(code, value, age, own(code, change))).toBe(flag)
  })

  it('are named where a value is called about, and with a value in a unit that could not be converted', () => {
    const results = [
      { code: 'HDL', result: { text: '10', flag: 'critical-low' as const, foreignUnit: null } },
      { code: 'HDL', result: { text: '10', flag: null, foreignUnit: 'g/L' } },
    ]
    const expected = { parameters: new Map([['HDL', hdl]]) }
    expect(criticalOfResults(results, expected, 'adult', [own('HDL', { low: 12 })])).toMatchObject([
      { text: '10', limit: '≤ 12', flag: 'critical-low' },
      { text: '10', unit: 'g/L', limit: '≤ 12 mg/dL', flag: null },
    ])
  })

  it.each([
    ['K', { low: 2.7 }, { property: 'low', reason: 'looser' }],
    ['K', { low: 2.8, high: 6.2 }, undefined],
    ['K', { high: 6.3 }, { property: 'high', reason: 'looser' }],
    ['K', { low: 6.2 }, { property: 'low', reason: 'crossed' }],
    ['K', { high: 2.8 }, { property: 'high', reason: 'crossed' }],
    // children have 130
    ['NA', { low: 125 }, { property: 'low', reason: 'looser', band: { ageFrom: 0, ageTo: 192, low: 130 } }],
    ['NA', { low: 125, ageFrom: 192 }, undefined],
    ['HDL', { low: 1, high: 2 }, undefined],
  ] as const)(
    'are refused if they are looser at some age or cross the other limit: %s %j',
    (code, change, fault) => {
      const found = faultOfOwn(criticalBands(of(code)), own(code, change))
      if (fault) expect(found).toMatchObject(fault)
      else expect(found).toBeUndefined()
    },
  )
})

describe('the bands of the catalogue’s critical limits', () => {
  it('have the limits of each age, and none where there are none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...numeric), months, (parameter, age) => {
        const found = criticalBands(parameter).filter(
          ({ ageFrom, ageTo }) => ageFrom <= age && (ageTo === null || age < ageTo),
        )
        const { low, high } = criticalLimitsOf(parameter, age)
        expect(found.map((each) => [each.low, each.high])).toEqual(
          low === null && high === null ? [] : [[low, high]],
        )
      }),
    )
  })
})
