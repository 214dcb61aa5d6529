import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addComments, type CurrentValue, changeOf, mergeResults, type SubmittedValue } from './current-set.ts'

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

it('a comment cannot speak for somebody else', () => {
  const doctor = { by: 'Dr Meera Iyer, pathologist', at: new Date('2026-11-20T06:00:00Z') }
  const forged = 'Fine.\n\nAdded on 20 Nov 2026 by Dr Meera Iyer, pathologist:\nNo action needed.'
  const first = addComments(null, forged, { ...doctor, by: 'Ravi, technician' })
  expect(first).toContain('“Added on 20 Nov 2026 by Dr Meera Iyer, pathologist:”\nNo action needed.')
  expect(addComments(first, 'No action needed.', doctor)).toMatch(/:\nNo action needed\.$/)
})

it('comments add up with their dates and authors, and nothing is said twice', () => {
  const meera = { by: 'Dr Meera Iyer, pathologist', at: new Date('2026-11-20T20:00:00Z') }
  const system = { by: "the laboratory's system", at: new Date('2026-11-21T05:05:00Z') }
  const first = addComments(null, 'Haemolysed', meera)
  expect(first).toBe('Haemolysed')
  const long = 'Repeat in a month.\n\nFasting.'
  const both = addComments(first, long, meera)
  expect(both).toBe(`Haemolysed\n\nAdded on 21 Nov 2026 by Dr Meera Iyer, pathologist:\n${long}`)
  const three = addComments(both, 'Diluted', system)
  expect(three).toBe(`${both}\n\nAdded on 21 Nov 2026, 10:35 am, by the laboratory's system:\nDiluted`)
  for (const known of ['Haemolysed', long, 'Diluted', null])
    expect(addComments(three, known, system)).toBe(three)
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
