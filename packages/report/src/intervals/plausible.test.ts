import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { readValue } from '@jaanch/catalogue/parameters/reading'
import { haemoglobin, hepatitisB, platelets, tsh } from '@jaanch/catalogue/testing/parameters'
import { describe, expect, it } from 'vitest'
import { implausible, plausibleRanges, plausibleSources } from './plausible.ts'

const glucose: Parameter = {
  ...platelets,
  code: 'FBS',
  name: 'Glucose, fasting',
  loinc: '1558-6',
  ucum: 'mg/dL',
  unit: 'mg/dL',
  criticalLow: 50,
  criticalHigh: 400,
}

function asked(parameter: Parameter, value: number | string): string | undefined {
  const read = readValue(parameter, value)
  if ('refused' in read) throw new Error(read.refused)
  return implausible(parameter, read.reading)
}

describe('a result that is not compatible with life', () => {
  it('a result that probably has another unit is asked about, in a sentence that says the limit', () => {
    expect(asked(haemoglobin, 130)).toBe(
      'Haemoglobin (HGB) is 130.0 g/dL: more than 25 g/dL is not compatible with life.',
    )
    expect(asked(platelets, 150_000)).toBe(
      'Platelet count (PLT) is 150000 ×10³/µL: more than 2000 ×10³/µL is not compatible with life.',
    )
    // 5.5 mmol/L without its unit
    expect(asked(glucose, 5.5)).toContain('less than 33 mg/dL is not compatible with life.')
  })

  it.each([
    [haemoglobin, 25],
    [haemoglobin, 2.1],
    [platelets, 0],
    [platelets, 2_000],
    [glucose, 33],
    // what the bounds can mean is possible
    [haemoglobin, '>20'],
    [glucose, '<40'],
    [glucose, '10-40'],
    // no source names a range
    [tsh, 500],
    [hepatitisB, 'Reactive'],
  ] as const)('a result of $0.code of $1 is not asked about', (parameter, value) => {
    expect(asked(parameter, value)).toBeUndefined()
  })

  it('a result is compared with the plausible range in the unit of its parameter, and never if the LOINC code is another one', () => {
    const inGramsPerLitre = { ...haemoglobin, code: 'HB', ucum: 'g/L', unit: 'g/L' }
    expect(asked(inGramsPerLitre, 251)).toContain('more than 250 g/L is not compatible with life.')
    expect(asked(inGramsPerLitre, 130)).toBeUndefined()
    const molar = { ...glucose, code: 'GLUF', loinc: '14771-0', ucum: 'mmol/L', unit: 'mmol/L', decimals: 1 }
    expect(asked(molar, 5.5)).toBeUndefined()
    expect(asked(molar, 1.8)).toContain('less than 1.832 mmol/L is not compatible with life.')
    expect(asked({ ...haemoglobin, loinc: '2925-6' }, 130)).toBeUndefined()
    expect(asked({ ...haemoglobin, loinc: null }, 130)).toBeUndefined()
  })

  it('a bound or a range is asked about if no number that it can mean is plausible', () => {
    expect(asked(haemoglobin, '>25')).toContain('is >25 g/dL')
    expect(asked(glucose, '<20')).toContain('is <20 mg/dL')
    expect(asked(glucose, '4-6')).toContain('is 4–6 mg/dL')
  })

  it('each analyte has at most one plausible range, with the source that names it', () => {
    expect(new Set(plausibleRanges.map(({ analyte }) => analyte)).size).toBe(plausibleRanges.length)
    for (const { low, high, source } of plausibleRanges) {
      expect(low ?? Number.NEGATIVE_INFINITY).toBeLessThan(high ?? Number.POSITIVE_INFINITY)
      expect(plausibleSources[source][1]).toMatch(/^https:/)
    }
  })
})
