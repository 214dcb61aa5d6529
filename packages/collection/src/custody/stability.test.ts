import { type Analyte, loincsOf } from '@jaanch/catalogue/parameters/analytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTooWarm, stabilityState } from './samples.ts'
import { stabilityOf } from './stability.ts'
import {
  calculated,
  containerDefaults,
  type SampledParameter,
  stabilityRows,
  stabilitySources,
  unknownContainer,
} from './stability-table.ts'

const hour = 3_600_000
const serum = { specimen: 'Serum', container: 'SST (yellow)' }
/** Parameters of these analytes; null: one of which nothing is known */
const of = (...analytes: (Analyte | null)[]): SampledParameter[] =>
  analytes.map((analyte) => ({ loinc: analyte && (loincsOf(analyte)[0] ?? null), name: '', stability: null }))
const wholeBlood = { specimen: 'Whole blood', container: 'EDTA (lavender)' }

describe('the window of a tube', () => {
  it('is that of its strictest test, and so are the temperatures', () => {
    const lipids = of('CHOL', 'TRIG', 'HDL')
    expect(stabilityOf({ ...serum, tests: [of('TSH')] })).toMatchObject({
      windowMs: 24 * hour,
      minC: 15,
      maxC: 35,
    })
    expect(stabilityOf({ ...serum, tests: [of('TSH'), lipids] })).toMatchObject({
      windowMs: 6 * hour,
      maxC: 32,
    })
    const withPotassium = stabilityOf({ ...serum, tests: [of('TSH'), lipids, of('NA', 'K')] })
    expect(withPotassium).toMatchObject({ windowMs: 2 * hour, minC: 15, maxC: 25 })
    expect(withPotassium.source).toContain('Hunterdon Medical Center, potassium')
  })

  it("ignores what a package takes for its other tubes, and what is calculated from others' results", () => {
    const fever = of('HGB', 'CRP', 'HIV', 'UCOL', 'EAG')
    expect(stabilityOf({ ...wholeBlood, tests: [fever] }).windowMs).toBe(24 * hour)
  })

  it('is that of the ice for what is taken on ice, also where a package fills both kinds of tube', () => {
    const heart = of('HGB', 'HCY', 'K')
    const onIce = { specimen: 'Plasma (on ice)', container: 'EDTA (lavender)' }
    expect(stabilityOf({ ...onIce, tests: [heart] })).toMatchObject({ windowMs: 4 * hour, minC: 0, maxC: 8 })
    expect(stabilityOf({ ...wholeBlood, tests: [heart] })).toMatchObject({ windowMs: 24 * hour, maxC: 25 })
    expect(stabilityOf({ ...onIce, tests: [of(null)] })).toMatchObject({ windowMs: 2 * hour, maxC: 8 })
  })

  it('is the default of the container for a test of which nothing is known, also beside tests that bear more', () => {
    for (const unknown of [[], of(null), of('EAG'), of('PTH')]) {
      expect(stabilityOf({ ...serum, tests: [of('TSH'), unknown] }).windowMs).toBe(2 * hour)
    }
    expect(stabilityOf({ specimen: 'Urine', container: null, tests: [] }).source).toContain('UCHealth')
  })

  it('is the shortest, without a temperature, if the container is not known', () => {
    const tube = { specimen: 'Blood', container: null, tests: [of('TSH')] }
    expect(stabilityOf(tube)).toMatchObject({ windowMs: 2 * hour, minC: null, maxC: null })
    expect(Math.min(...stabilityRows.map(({ hours }) => hours))).toBe(unknownContainer.hours)
  })

  it('the window of a tube is that of the catalogue for a parameter, also if its analyte is not known or usually calculated', () => {
    const stability = { container: 'serum', hours: 5, minC: 10, maxC: 20 }
    for (const parameter of of('TSH', 'BUN', null))
      expect(stabilityOf({ ...serum, tests: [[{ ...parameter, stability }]] })).toMatchObject({
        ...{ windowMs: 5 * hour, minC: 10, maxC: 20 },
      })
  })

  it('never grows, and its temperatures never widen, by another test', () => {
    const analytes = stabilityRows.flatMap((row) => row.analytes)
    const test = fc.array(fc.constantFrom(...of(null, ...calculated, ...analytes)), { maxLength: 4 })
    fc.assert(
      fc.property(
        fc.constantFrom(serum, wholeBlood, { specimen: 'Urine', container: null }),
        fc.array(test, { minLength: 1, maxLength: 4 }),
        test,
        (tube, tests, more) => {
          const before = stabilityOf({ ...tube, tests })
          const after = stabilityOf({ ...tube, tests: [...tests, more] })
          expect(after.windowMs).toBe(
            Math.min(before.windowMs, stabilityOf({ ...tube, tests: [more] }).windowMs),
          )
          expect(after.minC).toBeGreaterThanOrEqual(before.minC ?? Number.NaN)
          expect(after.maxC).toBeLessThanOrEqual(before.maxC ?? Number.NaN)
        },
      ),
    )
  })
})

describe('a tube on its way', () => {
  const drawnAt = new Date('2026-03-01T02:00:00Z')
  const after = (ms: number, windowMs: number | null) =>
    stabilityState({ drawnAt, at: new Date(drawnAt.getTime() + ms), windowMs })

  it('is warned of in the last fifth of its window', () => {
    expect(after(8 * hour - 1, 10 * hour)).toBe('within')
    expect(after(8 * hour, 10 * hour)).toBe('ending')
  })

  it('is warned of at least half an hour before the end', () => {
    expect(after(1.5 * hour - 1, 2 * hour)).toBe('within')
    expect(after(1.5 * hour, 2 * hour)).toBe('ending')
  })

  it('is late only after the end', () => {
    expect(after(2 * hour, 2 * hour)).toBe('ending')
    expect(after(2 * hour + 1, 2 * hour)).toBe('over')
    expect(after(99 * hour, null)).toBe('within')
  })

  it('never gets better with time, or with a shorter window', () => {
    const order = ['within', 'ending', 'over']
    const ms = fc.integer({ min: -hour, max: 50 * hour })
    const window = fc.integer({ min: 1, max: 48 * hour })
    const rank = (elapsed: number, windowMs: number) => order.indexOf(after(elapsed, windowMs))
    fc.assert(
      fc.property(ms, fc.nat(hour), window, fc.nat(hour), (elapsed, later, windowMs, longer) => {
        expect(rank(elapsed + later, windowMs)).toBeGreaterThanOrEqual(rank(elapsed, windowMs))
        expect(rank(elapsed, windowMs + longer)).toBeLessThanOrEqual(rank(elapsed, windowMs))
      }),
    )
  })
})

it('a tube is too warm above its maximum, and never if none is known', () => {
  expect(isTooWarm(25, { maxC: 25 })).toBe(false)
  expect(isTooWarm(25.1, { maxC: 25 })).toBe(true)
  expect(isTooWarm(60, { maxC: null })).toBe(false)
})

it('each source of the table is that of a number', () => {
  const used = [...stabilityRows, ...Object.values(containerDefaults)].flatMap(({ sources }) => sources)
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(stabilitySources).toSorted())
})
