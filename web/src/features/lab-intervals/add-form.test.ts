import { describe, expect, it } from 'vitest'
import { type AddValues, addSchema, bodyOf } from './add-form'

const haemoglobin = { code: 'HGB', decimals: 1, options: null }
const hepatitis = { code: 'HBSAG', decimals: null, options: ['Non-reactive', 'Reactive'] }
const values: AddValues = {
  sex: 'female',
  unit: 'years',
  from: '12',
  to: '18',
  low: '11,5',
  high: '15',
  expected: '',
  method: '',
  validFrom: '2026-11-27',
  source: 'Validated in 2026',
}
const faults = (change: Partial<AddValues>, of: Parameters<typeof addSchema>[0] = haemoglobin) =>
  addSchema(of)
    .safeParse({ ...values, ...change })
    .error?.issues.map(({ path }) => path.join('.')) ?? []

describe("the form of a lab's interval", () => {
  it('becomes a request in months, with numbers', () => {
    expect(faults({})).toEqual([])
    expect(bodyOf(haemoglobin, values)).toMatchObject({
      code: 'HGB',
      sex: 'female',
      ageFrom: 144,
      ageTo: 216,
      low: 11.5,
      high: 15,
      expected: null,
    })
    const open = { ...values, sex: 'both', unit: 'months', from: '0', to: '', low: '', high: '15' } as const
    expect(faults(open)).toEqual([])
    expect(bodyOf(haemoglobin, open)).toMatchObject({ sex: null, ageFrom: 0, ageTo: null, low: null })
  })

  it.each<[Partial<AddValues>, string[]]>([
    [{ from: '' }, ['from']],
    [{ from: '12.5' }, ['from']],
    [{ from: '126' }, ['from']],
    [{ to: '12' }, ['to']],
    [{ low: '11.55' }, ['low']],
    [{ low: 'twelve' }, ['low']],
    [{ low: '', high: '' }, ['low']],
    [{ low: '15', high: '15' }, ['high']],
    [{ source: ' ' }, ['source']],
    [{ validFrom: '' }, ['validFrom']],
  ])('says what is wrong: %j', (change, at) => {
    expect(faults(change)).toEqual(at)
  })

  it('takes whole numbers only for a parameter without decimals', () => {
    expect(faults({ low: '1.5' }, { decimals: 0, options: null })).toEqual(['low'])
  })

  it('asks for the expected text of a parameter without numbers', () => {
    expect(faults({ low: '', high: '' }, hepatitis)).toEqual(['expected'])
    expect(faults({ low: '', high: '', expected: 'Reactive' }, hepatitis)).toEqual([])
    expect(bodyOf(hepatitis, { ...values, expected: 'Reactive' })).toMatchObject({
      low: null,
      high: null,
      expected: 'Reactive',
    })
  })
})
