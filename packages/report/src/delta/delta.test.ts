import { readFileSync } from 'node:fs'
import { catalogueFile, parameterFinder } from '@jaanch/catalogue/testing/starter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedResult, deltaLimits, deltaSentence, hasDeltaLimit, isFarFrom } from './delta.ts'

const starterParameter = parameterFinder(readFileSync(catalogueFile, 'utf8'))

function result(value: number, on: string, flag = 'high'): ComparedResult {
  return { text: String(value), from: value, to: value, flag, on }
}

/** Whether a result of 27 November 2026 is far from an earlier one */
const isFar = (code: string, earlier: ComparedResult, present: Omit<ComparedResult, 'on'>) =>
  isFarFrom(starterParameter(code), earlier, { ...present, on: '2026-11-27' })

describe('the delta check', () => {
  it.each([
    ['MCV', 86, 90, '2026-01-01', false],
    ['MCV', 86, 90.1, '2026-01-01', true],
    ['MCV', 86.1, 82.1, '2026-01-01', false],
    ['MCV', 90, 85, '2025-12-01', true],
    ['CREA', 1, 1.14, '2026-01-01', false],
    ['CREA', 1, 1.15, '2026-01-01', true],
    ['FBS', 100, 189, '2026-11-10', false],
    ['FBS', 100, 190, '2026-11-10', true],
    ['FBS', 100, 43, '2026-11-10', true],
    ['FBS', 100, 190, '2026-10-01', false],
    ['A1C', 7.6, 3.9, '2026-11-01', true],
    ['A1C', 7.6, 4.1, '2026-11-01', false],
    ['A1C', 7.6, 3.9, '2026-09-01', false],
    ['A1C', 6, 8.1, '2026-09-01', true],
    ['A1C', 6, 14, '2026-06-01', false],
    ['VITD', 10, 100, '2026-11-10', false],
    // 2^½ × 3.891 × (1.4² + 2.8²)^½ = 17.2 %; of platelets 52.9 %
    ['HGB', 10, 11.7, '2026-11-10', false],
    ['HGB', 10, 11.8, '2026-11-10', true],
    ['HGB', 13, 6, '2026-11-10', true],
    ['HGB', 13, 6, '2026-10-01', false],
    ['PLT', 200, 95, '2026-11-10', false],
    ['PLT', 200, 94, '2026-11-10', true],
  ] as const)('of %s: %d, then %d since %s: %s', (code, before, now, on, expected) => {
    expect(isFar(code, result(before, on), result(now, ''))).toBe(expected)
  })

  it('looks back a year at most, and at no later result', () => {
    expect(isFar('MCV', result(60, '2025-11-26'), result(90, ''))).toBe(false)
    expect(isFar('MCV', result(60, '2026-11-28'), result(90, ''))).toBe(false)
  })

  it('ignores changes within the reference interval, where the limit is a reference change value', () => {
    const normal = (value: number) => result(value, '2026-06-01', 'normal')
    expect(isFar('CREA', normal(0.7), normal(1.1))).toBe(false)
    expect(isFar('MCV', normal(82), normal(95))).toBe(true)
  })

  it('compares a bound by its nearest value, and no text', () => {
    const bound = (text: string, from: number | null, to: number | null) => {
      return { text, from, to, flag: null, on: '2026-11-10' }
    }
    const exact = result(168, '2026-11-10')
    expect(isFar('FBS', exact, bound('<5', 0, 5))).toBe(true)
    expect(isFar('FBS', exact, bound('<100', 0, 100))).toBe(false)
    expect(isFar('FBS', exact, bound('>600', 600, null))).toBe(true)
    expect(isFar('FBS', bound('<5', 0, 5), exact)).toBe(true)
    expect(isFar('FBS', bound('>600', 600, null), bound('>600', 600, null))).toBe(false)
    expect(isFar('FBS', exact, bound('Not done', null, null))).toBe(false)
  })

  it('asks about every change of a blood group, however old the earlier one is', () => {
    const group = (text: string, on = '2026-11-01') => ({ text, from: null, to: null, flag: null, on })
    expect(isFar('ABO', group('A', '2021-03-01'), group('B'))).toBe(true)
    expect(isFar('ABO', group('AB', '2026-11-28'), group('A'))).toBe(true)
    expect(isFar('RH', group('Positive'), group('Negative'))).toBe(true)
    expect(isFar('ABO', group('A', '2021-03-01'), group('A'))).toBe(false)
    expect(isFar('UPRO', group('Nil'), group('2+'))).toBe(false)
  })

  it('asks about every larger change too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...deltaLimits),
        fc.double({ min: 1, max: 500, noNaN: true }),
        fc.double({ min: 0, max: 1_000, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        ({ analyte }, before, now, further) => {
          const parameter = starterParameter(analyte)
          const further_ = now >= before ? now + further : Math.max(0, now - further)
          const [one, other] = [result(now, '2026-11-27'), result(further_, '2026-11-27')]
          const earlier = result(before, '2026-11-20')
          if (isFarFrom(parameter, earlier, one)) expect(isFarFrom(parameter, earlier, other)).toBe(true)
        },
      ),
    )
  })

  it('the delta check compares HbA1c in mmol/mol by the limits in %, and no parameter whose LOINC code is another one', () => {
    const inMmol = { code: 'GHB', name: 'HbA1c', loinc: '59261-8', ucum: 'mmol/mol' }
    // 7.6 %, then 3.9 % and 4.1 %
    expect(isFarFrom(inMmol, result(59.6, '2026-11-01'), result(19.1, '2026-11-27'))).toBe(true)
    expect(isFarFrom(inMmol, result(59.6, '2026-11-01'), result(21.5, '2026-11-27'))).toBe(false)
    const vitaminK = { ...starterParameter('K'), name: 'Vitamin K', loinc: '2925-6' }
    expect(hasDeltaLimit(vitaminK)).toBe(false)
    expect(isFarFrom(vitaminK, result(1, '2026-11-01'), result(9, '2026-11-27'))).toBe(false)
  })

  it('names the parameter, the earlier result and its date', () => {
    const creatinine = { code: 'CREA', name: 'Creatinine', unit: 'mg/dL' }
    expect(deltaSentence(creatinine, { text: '1.10' }, { text: '1.90' }, '3 March 2026')).toBe(
      'Creatinine (CREA) is 1.90 mg/dL; on 3 March 2026 it was 1.10 mg/dL.',
    )
  })
})
