import { type Analyte, analytes } from '@jaanch/catalogue/parameters/analytes'
import { measuredAs, toTableUnit } from '@jaanch/catalogue/parameters/units'
import { addDays } from '@jaanch/contracts/calendar'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResultFlag } from '../results/api.ts'
import { addMonths, dueOf, retestAnalytes, tooSoonOf } from './retest.ts'
import { type Measurement, minimumIntervals, retestSources, usualIntervals } from './retest-table.ts'

const adult = { sex: null, ageMonths: 'adult' } as const
const measured = (
  analyte: Analyte,
  on: string,
  value: number | null,
  flag: ResultFlag | null = null,
): Measurement => ({
  ...{ analyte, on, from: value, to: value, flag },
})
const due = (...measurements: Measurement[]) =>
  dueOf(measurements, adult).map(({ analytes, lastOn, from }) => [analytes.join(' '), lastOn, from])

describe('a test is too soon', () => {
  const hba1c: Analyte[] = ['A1C', 'EAG']
  const on3November = [measured('A1C', '2026-11-03', 7.1)]

  it('for 40 days after an HbA1c, and tells more on the day after these', () => {
    expect(tooSoonOf(hba1c, on3November, adult, '2026-11-27')).toMatchObject({
      lastOn: '2026-11-03',
      until: '2026-12-13',
    })
    expect(tooSoonOf(hba1c, on3November, adult, '2026-12-12')).not.toBeNull()
    expect(tooSoonOf(hba1c, on3November, adult, '2026-12-13')).toBeNull()
  })

  it('only while all that it measures is: the parameter that tells more first decides', () => {
    const thyroid = [measured('TSH', '2026-11-20', 2), measured('FT4', '2026-11-01', 1)]
    expect(tooSoonOf(['TSH', 'FT4'], thyroid, adult, '2026-11-27')?.until).toBe('2026-11-29')
    expect(tooSoonOf(['TSH'], thyroid, adult, '2026-11-27')?.until).toBe('2026-12-18')
    expect(tooSoonOf(['TSH', 'FT3'], thyroid, adult, '2026-11-27')).toBeNull()
  })

  it('never if no source says so of one of its parameters', () => {
    const iron = [measured('FERR', '2026-11-26', 20), measured('IRON', '2026-11-26', 60)]
    expect(tooSoonOf(['FERR'], iron, adult, '2026-11-27')).not.toBeNull()
    expect(tooSoonOf(['FERR', 'IRON'], iron, adult, '2026-11-27')).toBeNull()
    expect(tooSoonOf(['FERR', null], iron, adult, '2026-11-27')).toBeNull()
    expect(tooSoonOf([], iron, adult, '2026-11-27')).toBeNull()
  })

  it('never for a child, or somebody whose age is not known', () => {
    for (const ageMonths of [215, null])
      expect(tooSoonOf(hba1c, on3November, { sex: null, ageMonths }, '2026-11-27')).toBeNull()
    expect(tooSoonOf(hba1c, on3November, { sex: null, ageMonths: 216 }, '2026-11-27')).not.toBeNull()
  })
})

describe('the reason why a test is due', () => {
  const inMmol = (analyte: 'A1C' | 'FBS', on: string, value: number) => {
    const parameter =
      analyte === 'A1C' ? { loinc: '59261-8', ucum: 'mmol/mol' } : { loinc: '14771-0', ucum: 'mmol/L' }
    const compared = measuredAs({ ...parameter, name: '' })
    return measured(analyte, on, compared ? toTableUnit(compared, value) : null)
  }

  it.each([
    ['A1C', 38, 'below 5.7 % (39 mmol/mol):'],
    ['A1C', 39, '5.7 to 6.4 % (39 to 47 mmol/mol):'],
    ['A1C', 47, '5.7 to 6.4 % (39 to 47 mmol/mol):'],
    ['A1C', 48, 'After an HbA1c of 6.5 % (48 mmol/mol) or more,'],
    ['A1C', 52, 'while it is below 7 % (53 mmol/mol).'],
    ['A1C', 53, '7 % (53 mmol/mol) or more:'],
    ['FBS', 5.5, 'below 100 mg/dL (5.6 mmol/L):'],
    ['FBS', 5.6, '100 to 125 mg/dL (5.6 to 6.9 mmol/L):'],
    ['FBS', 6.9, '100 to 125 mg/dL (5.6 to 6.9 mmol/L):'],
  ] as const)(
    'the reason why %s is due after %d in mmol names its limit in both units',
    (analyte, value, limit) => {
      const [only, ...others] = dueOf([inMmol(analyte, '2026-01-15', value)], adult)
      expect(only?.reason).toContain(limit)
      expect(others).toEqual([])
    },
  )

  it('the reason after a fasting glucose in the range of diabetes names its limit in both units', () => {
    const creatinine = [measured('CREA', '2026-02-05', 0.9), measured('EGFR', '2026-02-05', 95)]
    const reasons = (glucose: number) =>
      dueOf([inMmol('FBS', '2026-01-15', glucose), ...creatinine], adult).map(({ reason }) => reason)
    expect(reasons(7)).toEqual([
      expect.stringContaining('126 mg/dL (7.0 mmol/L) or more: usually measured once a year.'),
    ])
    expect(reasons(6.9)).toHaveLength(1)
    expect(reasons(6.9)[0]).not.toContain('126')
  })
})

describe('what is due', () => {
  it.each([
    ['after 7.0 %, three months', [measured('A1C', '2026-11-30', 7)], '2027-02-28'],
    [
      'after 6.9 %, half a year if an earlier one was 6.5 % or more',
      [measured('A1C', '2025-01-10', 6.5), measured('A1C', '2026-08-31', 6.9)],
      '2027-02-28',
    ],
    [
      'after 5.5 %, half a year if a fasting glucose was 126 mg/dL',
      [measured('FBS', '2020-01-10', 126), measured('A1C', '2026-01-15', 5.5)],
      '2026-07-15',
    ],
    ['after 5.7 %, a year', [measured('A1C', '2026-02-01', 5.7)], '2027-02-01'],
    ['after 6.4 %, a year', [measured('A1C', '2024-02-29', 6.4)], '2025-02-28'],
    ['after 5.6 %, three years', [measured('A1C', '2024-02-29', 5.6)], '2027-02-28'],
  ])('of HbA1c %s', (_, measurements, from) => {
    expect(due(...measurements)).toEqual([['A1C', measurements.at(-1)?.on, from]])
  })

  it('counts from the test for diabetes that was done last, HbA1c or fasting glucose', () => {
    const hba1c = measured('A1C', '2022-03-01', 5.2)
    expect(due(hba1c, measured('FBS', '2025-06-01', 92))).toEqual([['FBS', '2025-06-01', '2028-06-01']])
    expect(due(hba1c, measured('FBS', '2025-06-01', 110))).toEqual([['FBS', '2025-06-01', '2026-06-01']])
    expect(due(hba1c, measured('FBS', '2022-03-01', 92))).toEqual([['A1C', '2022-03-01', '2025-03-01']])
  })

  it('of the kidneys is a year in diabetes, and nothing otherwise', () => {
    const kidneys = [
      measured('UACR', '2026-01-05', 12),
      measured('CREA', '2026-02-05', 0.9),
      measured('EGFR', '2026-02-05', 95),
    ]
    expect(due(...kidneys)).toEqual([])
    expect(due(...kidneys, measured('FBS', '2026-03-01', 140))).toEqual([
      ['UACR', '2026-01-05', '2027-01-05'],
      ['CREA EGFR', '2026-02-05', '2027-02-05'],
    ])
  })

  it('of lipids is five years from the older of the last results, if all were in their intervals', () => {
    const lipids = [
      measured('CHOL', '2024-05-01', 180, 'normal'),
      measured('HDL', '2022-05-01', 50, 'normal'),
      measured('LDL', '2022-05-01', 90, 'normal'),
    ]
    expect(due(...lipids)).toEqual([['CHOL HDL LDL', '2022-05-01', '2027-05-01']])
    expect(dueOf(lipids, { sex: null, ageMonths: 239 })).toEqual([])
    expect(due(...lipids, measured('LDL', '2025-05-01', 130, 'high'))).toEqual([])
    expect(due(...lipids.slice(1))).toEqual([])
  })

  it('of TSH is three months after one above its interval, a year once it is back, and nothing without one', () => {
    const normal = measured('TSH', '2026-06-10', 3, 'normal')
    const high = measured('TSH', '2026-03-10', 8, 'high')
    expect(due(normal)).toEqual([])
    expect(due(high)).toEqual([['TSH', '2026-03-10', '2026-06-10']])
    expect(due(normal, high)).toEqual([['TSH', '2026-06-10', '2027-06-10']])
    expect(due(normal, measured('TSH', '2026-07-01', 0.1, 'low'))).toEqual([])
  })

  it('says nothing of results that are not exact enough, have another unit, or are those of a child', () => {
    expect(due({ analyte: 'A1C', on: '2026-01-01', from: 0, to: 7, flag: null })).toEqual([])
    expect(due(measured('A1C', '2026-01-01', null))).toEqual([])
    for (const ageMonths of [100, null])
      expect(dueOf([measured('A1C', '2020-01-01', 9)], { sex: null, ageMonths })).toEqual([])
  })
})

it('a month is added to the same day, or the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
  expect(addMonths('2026-10-15', 3)).toBe('2027-01-15')
  expect(addMonths('2026-12-31', 60)).toBe('2031-12-31')
})

const flags = ['low', 'high', 'normal', 'critical-high', null] as const
const measurement = fc.record({
  analyte: fc.constantFrom(...retestAnalytes),
  on: fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2016-01-01', days)),
  value: fc.double({ min: 0, max: 300, noNaN: true }),
  flag: fc.constantFrom(...flags),
})
const history = fc
  .array(measurement, { maxLength: 30 })
  .map((rows) => rows.map(({ analyte, on, value, flag }) => measured(analyte, on, value, flag)))
const tests = fc.array(fc.constantFrom(...retestAnalytes), { minLength: 1, maxLength: 4 })
const day = fc.integer({ min: 0, max: 6_000 }).map((days) => addDays('2016-01-01', days))

it('what is due is not too soon, whatever was measured', () => {
  fc.assert(
    fc.property(history, (rows) => {
      for (const { analytes, from } of dueOf(rows, adult))
        expect(tooSoonOf(analytes, rows, adult, from)).toBeNull()
    }),
  )
})

it('what is not too soon on a day is not on any later one, and the day that is told is the first', () => {
  fc.assert(
    fc.property(history, tests, day, fc.nat(400), (rows, codes, today, days) => {
      const now = tooSoonOf(codes, rows, adult, today)
      const later = tooSoonOf(codes, rows, adult, addDays(today, days))
      if (now === null) {
        expect(later).toBeNull()
        return
      }
      expect(tooSoonOf(codes, rows, adult, addDays(now.until, -1))).toEqual(now)
      expect(tooSoonOf(codes, rows, adult, now.until)).toBeNull()
    }),
  )
})

it('the order in which results arrive changes nothing', () => {
  const distinct = history.map((rows) => [
    ...new Map(rows.map((row) => [row.analyte + row.on, row])).values(),
  ])
  fc.assert(
    fc.property(distinct, (rows) => {
      expect(dueOf(rows.toReversed(), adult)).toEqual(dueOf(rows, adult))
    }),
  )
})

it('each analyte has one minimum, and each source stands with a number', () => {
  const listed = minimumIntervals.flatMap((row) => row.analytes)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.filter((analyte) => !analytes.includes(analyte))).toEqual([])
  const used = new Set([...minimumIntervals, ...usualIntervals].flatMap(({ sources }) => sources))
  expect([...used].toSorted()).toEqual(Object.keys(retestSources).toSorted())
})
