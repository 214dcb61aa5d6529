import {
  type Circumstances,
  overlaps,
  type ReferenceInterval,
  selectInterval,
} from '@jaanch/catalogue/parameters/interval'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { readValue } from '@jaanch/catalogue/parameters/reading'
import { intervalRows } from '@jaanch/catalogue/plan-change'
import { interpret } from '@jaanch/report/results/interpret'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from './catalogue.ts'

const { parameters, intervals } = readCatalogue()
const byCode = new Map(parameters.map((one) => [one.code, one]))
const ids = intervalRows({ intervals }).map(({ id }) => id)
const rows = intervals.map(({ parameter: code, ...one }, n) => ({
  ...one,
  id: ids[n] ?? '',
  code,
  labPartnerId: null,
  validFrom: '2000-01-01',
  validTo: null,
}))
const active = rows.filter(({ isActive }) => isActive)

const lab = '00000000-0000-4000-8000-00000000000a'
const otherLab = '00000000-0000-4000-8000-00000000000b'
const today: Circumstances = { on: '2026-11-27', labPartnerId: null, method: null }

/** Rows that could apply, by rank, as `selectInterval` describes it. */
function matching(
  intervals: readonly ReferenceInterval[],
  code: string,
  sex: 'male' | 'female',
  age: number,
  { on, labPartnerId, method }: Circumstances,
) {
  return intervals.filter(
    (one) =>
      one.code === code &&
      [null, sex].includes(one.sex) &&
      [null, labPartnerId].includes(one.labPartnerId) &&
      [null, method].includes(one.method) &&
      one.ageFrom <= age &&
      (one.ageTo === null || age < one.ageTo) &&
      one.validFrom <= on &&
      (one.validTo === null || on < one.validTo),
  )
}

/** How specific a row is; two rows of the same rank must not match one result. */
const rank = (one: ReferenceInterval) =>
  [one.labPartnerId, one.method, one.sex].map((each) => (each === null ? 0 : 1)).join('')

const sexes = fc.constantFrom<'male' | 'female'>('male', 'female')

/** A lab's own rows without overlaps, as the API admits them. */
const ownRows = fc
  .array(
    fc.record({
      code: fc.constantFrom(
        ...parameters.filter(({ decimals }) => decimals !== null).map(({ code }) => code),
      ),
      sex: fc.constantFrom<ReferenceInterval['sex']>(null, 'male', 'female'),
      ageFrom: fc.integer({ min: 0, max: 1100 }),
      years: fc.option(fc.integer({ min: 1, max: 600 })),
      method: fc.constantFrom(null, 'HPLC', 'ECLIA'),
      labPartnerId: fc.constantFrom(lab, otherLab),
      validFrom: fc.constantFrom('2020-01-01', '2026-01-01', '2027-01-01'),
      validTo: fc.constantFrom(null, '2026-06-01', '2027-06-01'),
      low: fc.integer({ min: 0, max: 50 }),
    }),
    { maxLength: 12 },
  )
  .map((drawn) => {
    const admitted: ReferenceInterval[] = []
    for (const [n, { years, low, ...one }] of drawn.entries()) {
      if (one.validTo !== null && one.validTo <= one.validFrom) continue
      const row = {
        ...one,
        id: `own-${n}`,
        ageTo: years && one.ageFrom + years,
        low,
        high: low + 10,
        expected: null,
        source: 'Our validation',
      }
      if (!admitted.some((other) => overlaps(row, other))) admitted.push(row)
    }
    return admitted
  })

describe('the intervals of the catalogue', () => {
  it('give adults of 18 to 60 what the catalogue says', () => {
    for (const parameter of parameters)
      for (const sex of ['male', 'female'] as const)
        for (const age of [216, 300, 599]) {
          const { low = null, high = null } = selectInterval(parameter, active, sex, age, today) ?? {}
          expect({ code: parameter.code, low, high }).toEqual({
            code: parameter.code,
            low: parameter[sex]?.low ?? null,
            high: parameter[sex]?.high ?? null,
          })
        }
  })

  it('name a source with an address, unless they are those of adults', () => {
    expect(
      rows.every(({ source }) => source.startsWith('Catalogue, adults') || source.includes('http')),
    ).toBe(true)
  })

  it('have a child between 12 and 24 months judged by its own interval', () => {
    const haemoglobin = byCode.get('HGB') as Parameter
    const read = readValue(haemoglobin, 10.8)
    if ('refused' in read) throw new Error(read.refused)
    const at = (ageMonths: number | null) =>
      interpret(haemoglobin, read.reading, { sex: 'female', ageMonths }, active, today)
    expect(at(18)).toMatchObject({ flag: 'normal', interval: '10.5–14.1' })
    expect(at(30)).toMatchObject({ flag: 'low', interval: '11.0–14.0' })
    expect(at(0)).toMatchObject({ flag: null, interval: '', isForOtherAges: true })
    expect(at(null)).toMatchObject({ flag: null, isForOtherAges: true })
  })
})

describe('the intervals of labs', () => {
  it('match at most once at the top rank, and come before those of the catalogue', () => {
    const circumstances = fc.record({
      on: fc.constantFrom('2025-03-01', '2026-03-01', '2026-11-27', '2028-01-01'),
      labPartnerId: fc.constantFrom(null, lab, otherLab),
      method: fc.constantFrom(null, 'HPLC', 'ECLIA', 'Jaffe'),
    })
    const ages = fc.integer({ min: 0, max: 1200 })
    fc.assert(
      fc.property(ownRows, fc.array(fc.tuple(sexes, ages, circumstances), { minLength: 5 }), (own, asked) => {
        const all = [...active, ...own]
        for (const code of new Set(own.map((row) => row.code)))
          for (const [sex, age, when] of asked) {
            const parameter = byCode.get(code) as Parameter
            const found = matching(all, code, sex, age, when)
            const top = found.map(rank).toSorted().at(-1)
            const best = found.filter((one) => rank(one) === top)
            expect(best.length).toBeLessThanOrEqual(1)
            const chosen = selectInterval(parameter, all, sex, age, when)
            if (best[0]) expect(chosen?.id).toBe(best[0].id)
            const ofLab = found.some(({ labPartnerId }) => labPartnerId !== null)
            expect(chosen?.isOfLab ?? false).toBe(ofLab)
            if (found.length === 0 && chosen) expect(chosen.source).toBe('Catalogue, adults')
          }
      }),
      { numRuns: 300 },
    )
  })

  it('no interval means no flag, unless the result is critical', () => {
    const values = fc.oneof(
      fc.double({ min: 0, max: 5000, noNaN: true }),
      fc.constantFrom('<0.5', '>1000', '2-4', '≤ 3'),
    )
    const numbers = parameters.filter(({ decimals }) => decimals !== null)
    const ages = fc.oneof(fc.integer({ min: 0, max: 1200 }), fc.constant(null))
    fc.assert(
      fc.property(fc.constantFrom(...numbers), values, sexes, ages, (parameter, value, sex, ageMonths) => {
        const read = readValue(parameter, value)
        if ('refused' in read) return
        const { flag, applied, interval, isForOtherAges } = interpret(
          parameter,
          read.reading,
          { sex, ageMonths },
          active,
          today,
        )
        if (applied !== null) return
        expect(interval).toBe('')
        expect(isForOtherAges).toBe(true)
        expect([null, 'critical-low', 'critical-high']).toContain(flag)
      }),
      { numRuns: 2000 },
    )
  })
})
