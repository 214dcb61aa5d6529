import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addComments } from './comments.ts'
import { type CurrentValue, changeOf, mergeResults, type SubmittedValue } from './current-set.ts'

const nothing = { flag: null, interval: '', isWidest: false, isForOtherAges: false, applied: null }

function value(code: string, number: number): CurrentValue {
  const result = { ...nothing, text: String(number), from: number, to: number, foreignUnit: null }
  return { code, value: number, method: null, sent: null, result }
}

const final = (code: string, number: number): SubmittedValue => ({
  ...value(code, number),
  isCorrection: false,
})
const corrected = (code: string, number: number): SubmittedValue => ({
  ...final(code, number),
  isCorrection: true,
})
const textsOf = (values: readonly CurrentValue[]) => values.map(({ code, value }) => `${code} ${value}`)

describe('a message of one panel after another', () => {
  it('adds its results, and those before it stay', () => {
    const merged = mergeResults([value('HGB', 6.1)], { values: [final('TSH', 2)], withdrawn: [] })
    expect(textsOf(merged.values)).toEqual(['HGB 6.1', 'TSH 2'])
    expect(merged).toMatchObject({ added: ['TSH'], corrected: [], withdrawn: [], unmarked: [] })
    expect(changeOf(merged, false, false)).toBe('more')
  })

  it('changes nothing if everything in it is recorded', () => {
    const merged = mergeResults([value('HGB', 6.1)], { values: [final('HGB', 6.1)], withdrawn: ['K'] })
    expect(changeOf(merged, false, false)).toBeNull()
  })
})

describe('a correction of one result', () => {
  it('replaces that one at its place, and no other', () => {
    const current = [value('K', 7), value('NA', 110)]
    const merged = mergeResults(current, { values: [corrected('K', 4.5)], withdrawn: [] })
    expect(textsOf(merged.values)).toEqual(['K 4.5', 'NA 110'])
    expect(merged).toMatchObject({ corrected: ['K'], unmarked: [] })
    expect(changeOf(merged, false, false)).toBe('amended')
  })

  it('that the sender does not mark as one is asked about', () => {
    expect(mergeResults([value('K', 7)], { values: [final('K', 4.5)], withdrawn: [] }).unmarked).toEqual([
      'K',
    ])
  })
})

it('a result leaves the report only if it is withdrawn', () => {
  const merged = mergeResults([value('K', 7), value('NA', 140)], { values: [], withdrawn: ['K'] })
  expect(textsOf(merged.values)).toEqual(['NA 140'])
  expect(changeOf(merged, false, false)).toBe('amended')
})

it('comments add up with their dates, and nothing is said twice', () => {
  const first = addComments(null, 'Haemolysed', '20 November 2026')
  const both = addComments(first, 'Repeat in a month', '21 November 2026')
  expect(both).toBe('Haemolysed\n\nAdded on 21 November 2026: Repeat in a month')
  expect(addComments(both, 'Haemolysed', '22 November 2026')).toBe(both)
  expect(addComments(both, 'Repeat in a month', '22 November 2026')).toBe(both)
  expect(addComments(both, null, '22 November 2026')).toBe(both)
})

const submission = fc.record({
  values: fc.uniqueArray(
    fc.record({
      code: fc.constantFrom('HGB', 'K', 'NA', 'TSH', 'PLT'),
      number: fc.integer({ min: 1, max: 3 }),
      isCorrection: fc.boolean(),
    }),
    { selector: ({ code }) => code, maxLength: 4 },
  ),
  withdrawn: fc.uniqueArray(fc.constantFrom('HGB', 'K', 'NA', 'TSH', 'PLT'), { maxLength: 2 }),
})

it('after any history of messages the report has what a table of the last word on each result has', () => {
  fc.assert(
    fc.property(fc.array(submission, { maxLength: 12 }), (history) => {
      let current: CurrentValue[] = []
      const oracle = new Map<string, number>()
      for (const { values, withdrawn } of history) {
        const submitted = values.map(({ code, number, isCorrection }) => ({
          ...value(code, number),
          isCorrection,
        }))
        const merged = mergeResults(current, { values: submitted, withdrawn })
        const codes = new Set(values.map(({ code }) => code))
        for (const code of withdrawn) if (!codes.has(code)) oracle.delete(code)
        const asked = values.filter(({ code, number, isCorrection }) => {
          const before = oracle.get(code)
          return before !== undefined && before !== number && !isCorrection
        })
        expect(merged.unmarked.toSorted()).toEqual(asked.map(({ code }) => code).toSorted())
        for (const { code, number } of values) oracle.set(code, number)
        current = merged.values
        expect(new Map(current.map((each) => [each.code, each.value]))).toEqual(oracle)
      }
    }),
  )
})
