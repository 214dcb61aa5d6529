import { readFileSync } from 'node:fs'
import { adultSources, criticalLimitsOf, isCriticalText } from '@jaanch/catalogue/parameters/critical-limits'
import { adultMonths } from '@jaanch/catalogue/parameters/interval'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { haemoglobin } from '@jaanch/catalogue/testing/parameters'
import { catalogueFile, parametersIn } from '@jaanch/catalogue/testing/starter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interpret } from '../results/interpret.ts'
import { criticalOfResults, notCalledYet } from './critical-values.ts'

const known = new Map(
  [...parametersIn(readFileSync(catalogueFile, 'utf8'))].map(([code, one]): [string, Parameter] => [
    code,
    { ...one, male: null, female: null },
  ]),
)
const of = (code: string): Parameter => known.get(code) ?? haemoglobin
const numeric = [...known.values()].filter(({ decimals }) => decimals !== null)
const ages = fc.oneof(fc.integer({ min: 0, max: 120 * 12 }), fc.constant('adult' as const), fc.constant(null))

function flagOf(parameter: Parameter, value: number, ageMonths: number | 'adult' | null) {
  const reading = { kind: 'number' as const, from: value, to: value, text: String(value) }
  return interpret(parameter, reading, { sex: 'female', ageMonths }).flag
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
