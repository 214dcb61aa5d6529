import { readFileSync } from 'node:fs'
import type { ReferenceInterval } from '@jaanch/catalogue/parameters/interval'
import type { Parameter, Sex } from '@jaanch/catalogue/parameters/parameter'
import { readValue, rounded } from '@jaanch/catalogue/parameters/reading'
import {
  bloodGroup,
  cholesterol,
  haemoglobin,
  hdl,
  hepatitisB,
  leucocytes,
  platelets,
  pusCells,
  smear,
  tsh,
} from '@jaanch/catalogue/testing/parameters'
import { catalogueFile, parametersIn } from '@jaanch/catalogue/testing/starter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interpret, intervalFor } from './interpret.ts'

function judge(parameter: Parameter, value: number | string, sex: Sex = 'female') {
  const read = readValue(parameter, value)
  if ('refused' in read) throw new Error(read.refused)
  return interpret(parameter, read.reading, { sex, ageMonths: 'adult' })
}
const flag = (parameter: Parameter, value: number | string, sex?: Sex) => judge(parameter, value, sex).flag

describe('a number', () => {
  it.each([
    [7, 'critical-low'],
    [7.04, 'critical-low'],
    [7.1, 'low'],
    [11.9, 'low'],
    [12, 'normal'],
    [15, 'normal'],
    [15.1, 'high'],
    [19.9, 'high'],
    [20, 'critical-high'],
    [25, 'critical-high'],
  ])('of %d g/dL haemoglobin is %s in a woman', (value, expected) => {
    expect(flag(haemoglobin, value)).toBe(expected)
  })

  it('is interpreted by the interval of the sex', () => {
    expect(judge(haemoglobin, 12.5, 'male')).toMatchObject({
      text: '12.5',
      flag: 'low',
      interval: '13.0–17.0',
      isWidest: false,
      applied: { id: null, low: 13, high: 17 },
    })
    expect(judge(haemoglobin, 12.5)).toMatchObject({ flag: 'normal', interval: '12.0–15.0' })
  })

  it.each(['other', null] as const)(
    'is judged by the widest interval when the sex is %s, and says so',
    (sex) => {
      expect(judge(haemoglobin, 12.5, sex)).toMatchObject({
        flag: 'normal',
        interval: '12.0–17.0',
        isWidest: true,
      })
      expect(judge(hdl, 39, sex)).toMatchObject({ flag: 'low', interval: '40 or more', isWidest: true })
      expect(judge(leucocytes, 10.01, sex)).toMatchObject({
        flag: 'high',
        interval: '4.00–10.00',
        isWidest: false,
      })
    },
  )

  it('is not judged by the interval of one sex when the sex is unknown and the other sex has none', () => {
    expect(judge({ ...haemoglobin, female: null }, 14, null)).toMatchObject({ flag: null, interval: '' })
  })

  it('has no bound on the open side of an interval', () => {
    expect(flag(hdl, 1_000, 'male')).toBe('normal')
    expect(judge({ ...hdl, male: { low: null, high: 5 } }, 5, 'male')).toMatchObject({
      flag: 'normal',
      interval: 'up to 5',
    })
  })

  it('is judged by itself, and shown with all its digits if the rounded one would have another flag', () => {
    expect(judge(cholesterol, 199.4)).toMatchObject({ text: '199.4', flag: 'high' })
    expect(judge(cholesterol, 199.5)).toMatchObject({ text: '200', flag: 'high' })
    expect(judge(cholesterol, 150.4)).toMatchObject({ text: '150', flag: 'normal' })
    expect(judge(haemoglobin, 11.96)).toMatchObject({ text: '11.96', flag: 'low' })
    expect(judge(tsh, 0.004)).toMatchObject({ text: '0.004', flag: 'low' })
  })

  it('is critical too if the rounded number reaches the limit, because an unnecessary call does no harm', () => {
    expect(judge(haemoglobin, 7.04)).toMatchObject({ text: '7.0', flag: 'critical-low' })
    expect(judge(haemoglobin, 19.96)).toMatchObject({ text: '20.0', flag: 'critical-high' })
  })

  it('can be critical without an interval, and has no flag otherwise', () => {
    const without = { ...platelets, male: null, female: null }
    expect(judge(without, 20)).toMatchObject({ flag: 'critical-low', interval: '' })
    expect(judge(without, 300)).toMatchObject({ flag: null, interval: '' })
    // known by bounds only: it may be beyond the limit
    expect(judge(without, '<30')).toMatchObject({ flag: 'critical-low', interval: '' })
    expect(judge(without, '>900')).toMatchObject({ flag: 'critical-high', interval: '' })
    expect(judge(without, '100-900')).toMatchObject({ flag: null, interval: '' })
  })

  it.each([
    [tsh, '<0.01', 'low'],
    [tsh, '<0.27', 'low'],
    [tsh, '≤0.27', null],
    [tsh, '<5', null],
    [tsh, '>100', 'high'],
    [tsh, '>4.2', 'high'],
    [tsh, '≥4.2', null],
    [cholesterol, '<30', 'normal'],
    [platelets, '<30', 'critical-low'],
    [platelets, '>900', 'critical-high'],
    [pusCells, '2-4', 'normal'],
    [pusCells, '8-10', 'high'],
    [pusCells, '4-6', null],
  ] as const)(
    'known by bounds only is judged by both ends: $0.code $1 is $2',
    (parameter, value, expected) => {
      expect(flag(parameter, value)).toBe(expected)
    },
  )
})

describe('a text result', () => {
  it('is normal if it is the expected text', () => {
    expect(judge(hepatitisB, 'Non-reactive')).toMatchObject({
      text: 'Non-reactive',
      flag: 'normal',
      interval: 'Non-reactive',
      isWidest: false,
    })
    expect(flag(hepatitisB, 'Reactive')).toBe('abnormal')
  })

  it('is normal for each of the usual colours of urine', () => {
    const colour = {
      ...hepatitisB,
      code: 'UCOL',
      options: ['Pale yellow', 'Yellow', 'Red'],
      normal: 'Pale yellow',
    }
    expect(['pale yellow', 'Yellow', 'Red'].map((text) => flag(colour, text))).toEqual([
      'normal',
      'normal',
      'abnormal',
    ])
  })

  it('is compared with the text that the lab expects', () => {
    const own: ReferenceInterval = {
      id: 'own',
      code: hepatitisB.code,
      sex: null,
      ageFrom: 216,
      ageTo: null,
      method: null,
      labPartnerId: 'lab',
      low: null,
      high: null,
      expected: 'Reactive',
      validFrom: '2020-01-01',
      validTo: null,
      source: 'Vaccinated people',
    }
    const at = { on: '2026-11-27', labPartnerId: 'lab', method: null }
    const read = readValue(hepatitisB, 'Reactive')
    if ('refused' in read) throw new Error(read.refused)
    const who = { sex: null, ageMonths: 300 }
    expect(interpret(hepatitisB, read.reading, who, [own], at)).toMatchObject({
      flag: 'normal',
      interval: 'Reactive',
    })
    expect(interpret(hepatitisB, read.reading, who, [own], { ...at, labPartnerId: 'other' }).flag).toBe(
      'abnormal',
    )
    expect(interpret(hepatitisB, read.reading, { sex: null, ageMonths: 12 }, [own], at).flag).toBe('abnormal')
  })

  it('has no flag if no text is expected', () => {
    expect(judge(bloodGroup, 'AB')).toMatchObject({ flag: null, interval: '' })
    expect(judge(smear, 'Normocytic')).toMatchObject({ flag: null, interval: '' })
  })
})

const parameters = [...parametersIn(readFileSync(catalogueFile, 'utf8')).values()]
const measured = parameters.filter(({ decimals }) => decimals !== null)

describe('every parameter of the catalogue', () => {
  it('has limits with its own decimals, so that no flag depends on hidden digits', () => {
    for (const { code, decimals, male, female, criticalLow, criticalHigh } of measured) {
      for (const limit of [male?.low, male?.high, female?.low, female?.high, criticalLow, criticalHigh]) {
        if (typeof limit === 'number') expect([code, rounded(limit, decimals ?? 0)]).toEqual([code, limit])
      }
    }
  })

  it('has critical limits outside of its intervals', () => {
    for (const { male, female, criticalLow, criticalHigh } of measured) {
      for (const interval of [male, female]) {
        if (criticalLow !== null) expect(criticalLow).toBeLessThan(interval?.low ?? 0)
        if (criticalHigh !== null)
          expect(criticalHigh).toBeGreaterThan(interval?.high ?? Number.POSITIVE_INFINITY)
      }
    }
  })

  it('gets worse with the distance of a result from the interval', () => {
    const order = ['critical-low', 'low', 'normal', 'high', 'critical-high']
    const sexes = fc.constantFrom<Sex>('male', 'female', 'other', null)
    const values = fc.double({ min: 0, max: 2_000, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...measured), sexes, values, values, (parameter, sex, a, b) => {
        const [less, more] = [flag(parameter, Math.min(a, b), sex), flag(parameter, Math.max(a, b), sex)]
        expect(order.indexOf(less ?? '')).toBeLessThanOrEqual(order.indexOf(more ?? ''))
      }),
    )
  })

  it('is never worse for an unknown sex than for both known ones', () => {
    const values = fc.double({ min: 0, max: 2_000, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...measured), values, (parameter, value) => {
        const known = [flag(parameter, value, 'male'), flag(parameter, value, 'female')]
        const unknown = flag(parameter, value, null)
        // between the intervals of both, as a testosterone of 48.5 is: within the widest
        const isBetween = known.includes('low') && known.includes('high')
        if (known.includes('normal') || isBetween) expect(unknown).toBe('normal')
        else expect(known).toContain(unknown)
        expect(intervalFor(parameter, { sex: null, ageMonths: 'adult' }).interval).not.toBeNull()
      }),
    )
  })
})
