import { readFileSync } from 'node:fs'
import {
  adultSources,
  criticalBands,
  criticalLimitsOf,
  isCriticalText,
} from '@jaanch/catalogue/parameters/critical-limits'
import { adultMonths } from '@jaanch/catalogue/parameters/interval'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { type CriticalBand, faultOfOwn, type OwnCriticalLimit } from '@jaanch/catalogue/parameters/rules'
import { haemoglobin, hdl } from '@jaanch/catalogue/testing/parameters'
import { catalogueFile, parametersIn } from '@jaanch/catalogue/testing/starter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interpret } from '../results/interpret.ts'
import { criticalOfResults, notCalledYet } from './critical-values.ts'

const starter = parametersIn(readFileSync(catalogueFile, 'utf8'))
/** Without intervals: a result is critical or has no flag */
const known = new Map(
  [...starter].map(([code, one]): [string, Parameter] => [code, { ...one, male: null, female: null }]),
)
const of = (code: string): Parameter => known.get(code) ?? haemoglobin
const numeric = [...known.values()].filter(({ decimals }) => decimals !== null)
const ages = fc.oneof(fc.integer({ min: 0, max: 120 * 12 }), fc.constant('adult' as const), fc.constant(null))

function flagOf(
  parameter: Parameter,
  value: number,
  ageMonths: number | 'adult' | null,
  ownLimits: readonly OwnCriticalLimit[] = [],
) {
  const reading = { kind: 'number' as const, from: value, to: value, text: String(value) }
  return interpret(parameter, reading, { sex: 'female', ageMonths }, [], undefined, ownLimits).flag
}

describe('critical limits', () => {
  it('name parameters of the catalogue, and texts of theirs', () => {
    for (const { decimals, criticalAges } of known.values())
      if (criticalAges.length > 0) expect(decimals).not.toBeNull()
    for (const [code, { low, high }] of Object.entries(adultSources)) {
      if (low) expect(of(code).criticalLow).not.toBeNull()
      if (high) expect(of(code).criticalHigh).not.toBeNull()
    }
    for (const { criticalTexts, options } of known.values())
      for (const text of criticalTexts) expect(options).toContain(text)
  })

  it('have one row at most for a parameter, bound and age', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: adultMonths + 12 }),
        fc.constantFrom(...numeric),
        (age, { criticalAges }) => {
          const rows = criticalAges.filter((row) => row.ageFrom <= age && age < row.ageTo)
          expect(rows.filter(({ low }) => low !== null).length).toBeLessThanOrEqual(1)
          expect(rows.filter(({ high }) => high !== null).length).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('are those of the catalogue from the eighteenth birthday on, and where no list names others', () => {
    fc.assert(
      fc.property(fc.constantFrom(...numeric), ages, (parameter, age) => {
        const { criticalLow: low, criticalHigh: high, criticalAges } = parameter
        const isAdult = age === 'adult' || (age !== null && age >= adultMonths)
        if (isAdult || criticalAges.length === 0)
          expect(criticalLimitsOf(parameter, age)).toEqual({ low, high })
      }),
    )
  })

  it('exist at every age at which adults have one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...numeric), ages, (parameter, age) => {
        const limits = criticalLimitsOf(parameter, age)
        if (parameter.criticalLow !== null) expect(limits.low).not.toBeNull()
        if (parameter.criticalHigh !== null) expect(limits.high).not.toBeNull()
        if (limits.low !== null && limits.high !== null) expect(limits.low).toBeLessThan(limits.high)
      }),
    )
  })

  it('never take a flag back as a value goes further out', () => {
    const rank = ['critical-low', null, 'critical-high']
    fc.assert(
      fc.property(
        fc.constantFrom(...numeric),
        ages,
        fc.double({ min: 0, max: 2_000, noNaN: true }),
        fc.double({ min: 0, max: 2_000, noNaN: true }),
        (parameter, age, one, other) => {
          const [low, high] = [Math.min(one, other), Math.max(one, other)]
          expect(rank.indexOf(flagOf(parameter, low, age))).toBeLessThanOrEqual(
            rank.indexOf(flagOf(parameter, high, age)),
          )
        },
      ),
    )
  })

  it('of somebody of unknown age are reached whenever they are at some age', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...numeric),
        fc.integer({ min: 0, max: 1_000 }),
        fc.double({ min: 0, max: 2_000, noNaN: true }),
        (parameter, age, value) => {
          const flag = flagOf(parameter, value, age)
          if (flag !== null) expect(flagOf(parameter, value, null)).not.toBeNull()
        },
      ),
    )
  })

  it.each([
    ['HGB', 22, 0, null],
    ['HGB', 22, 1, 'critical-high'],
    ['HGB', 22, 'adult', 'critical-high'],
    ['NA', 129, 15 * 12, 'critical-low'],
    ['NA', 129, 16 * 12, null],
    ['CREA', 2.3, 24, 'critical-high'],
    ['CREA', 2.3, 'adult', null],
    ['RBS', 280, 10 * 12, 'critical-high'],
    ['RBS', 280, 17 * 12, null],
    ['PHOS', 2.4, 12, 'critical-low'],
    ['PHOS', 2.4, 40, null],
  ] as const)('of %s %d at %s months: %s', (code, value, age, flag) => {
    expect(flagOf(of(code), value, age)).toBe(flag)
  })

  it('include texts', () => {
    expect(isCriticalText(of('MPAG'), 'positive')).toBe(true)
    expect(isCriticalText(of('MPAG'), 'Negative')).toBe(false)
    expect(isCriticalText(of('NS1'), 'Positive')).toBe(false)
  })
})

describe('the critical values of a report', () => {
  const low = { code: 'HGB', result: { text: '6.1', flag: 'critical-low' as const, foreignUnit: null } }
  const expected = { parameters: new Map([...known, ['HGB', haemoglobin]]) }

  it('have the limit that they are beyond, and the unit', () => {
    const malaria = {
      code: 'MPAG',
      result: { text: 'Positive', flag: 'abnormal' as const, foreignUnit: null },
    }
    const normal = { code: 'HGB', result: { text: '13.0', flag: 'normal' as const, foreignUnit: null } }
    expect(criticalOfResults([low, malaria, normal], expected, 'adult')).toEqual([
      { code: 'HGB', name: 'Haemoglobin', text: '6.1', unit: 'g/dL', limit: '≤ 7.0', flag: 'critical-low' },
      {
        code: 'MPAG',
        name: 'Malaria antigen (Pf/Pv)',
        text: 'Positive',
        unit: null,
        limit: 'Positive',
        flag: 'abnormal',
      },
    ])
  })

  it('include a number in a unit that could not be converted, with the limits, if the parameter has any', () => {
    const foreign = (code: string, foreignUnit: string) => {
      return { code, result: { text: '7', flag: null, foreignUnit } }
    }
    expect(criticalOfResults([foreign('K', 'mg/dL'), foreign('TSH', 'ng/L')], expected, 'adult')).toEqual([
      { code: 'K', name: 'Potassium', text: '7', unit: 'mg/dL', limit: '≤ 2.8 or ≥ 6.2 mmol/L', flag: null },
    ])
  })

  it('are called about once: an amended report repeats them', () => {
    const values = criticalOfResults([low], expected, 'adult')
    const called = { code: 'HGB', text: '6.1', unit: 'g/dL' }
    const before = [low]
    expect(notCalledYet(values, [called], before)).toEqual([])
    expect(notCalledYet(values, [{ ...called, text: '6.2' }], before)).toEqual(values)
    expect(notCalledYet(values, [{ ...called, unit: 'mmol/L' }], before)).toEqual(values)
  })

  it('are called about again if they come back after another value', () => {
    const values = criticalOfResults([low], expected, 'adult')
    const called = [{ code: 'HGB', text: '6.1', unit: 'g/dL' }]
    const corrected = [{ code: 'HGB', result: { ...low.result, text: '11.1' } }]
    expect(notCalledYet(values, called, corrected)).toEqual(values)
    expect(notCalledYet(values, called, [])).toEqual(values)
  })

  it('are called about again if a PDF is marked without them: nobody knows whether it is the same value', () => {
    const marked = { code: 'K', text: '', unit: null }
    expect(notCalledYet([marked], [marked], [])).toEqual([marked])
  })
})

const months = fc.integer({ min: 0, max: 1_200 })
const ownLimit = fc.option(fc.double({ min: 0, max: 2_000, noNaN: true }))
const band: fc.Arbitrary<CriticalBand> = fc
  .record({
    ageFrom: months,
    years: fc.option(fc.integer({ min: 1, max: 100 })),
    low: ownLimit,
    high: ownLimit,
  })
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
    expect(flagOf(starter.get(code) ?? hdl, value, age, [own(code, change)])).toBe(flag)
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
