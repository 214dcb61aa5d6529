import { expect, it } from 'vitest'
import { type AddValues, addSchema, bodyOf } from './dialogs'

const haemoglobin = { code: 'HGB', decimals: 1, options: null, critical: [] }
const hepatitis = { code: 'HBSAG', decimals: null, options: ['Non-reactive', 'Reactive'], critical: [] }
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
  addSchema(of, 'reference')
    .safeParse({ ...values, ...change })
    .error?.issues.map(({ path }) => path.join('.')) ?? []

it("the form of a lab's interval becomes a request in months, with numbers", () => {
  expect(faults({})).toEqual([])
  expect(bodyOf(haemoglobin, 'reference', values)).toMatchObject({
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
  expect(bodyOf(haemoglobin, 'reference', open)).toMatchObject({
    sex: null,
    ageFrom: 0,
    ageTo: null,
    low: null,
  })
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
])("the form of a lab's interval says what is wrong: %j", (change, at) => {
  expect(faults(change)).toEqual(at)
})

it("the form of a lab's interval takes whole numbers only for a parameter without decimals", () => {
  expect(faults({ low: '1.5' }, { decimals: 0, options: null, critical: [] })).toEqual(['low'])
})

it("the form of a lab's interval asks for the expected text of a parameter without numbers", () => {
  expect(faults({ low: '', high: '' }, hepatitis)).toEqual(['expected'])
  expect(faults({ low: '', high: '', expected: 'Reactive' }, hepatitis)).toEqual([])
  expect(bodyOf(hepatitis, 'reference', { ...values, expected: 'Reactive' })).toMatchObject({
    low: null,
    high: null,
    expected: 'Reactive',
  })
})

const critical = [
  { ageFrom: 0, ageTo: 192, low: 130, high: 160 },
  { ageFrom: 192, ageTo: null, low: 120, high: 160 },
]
const sodium = { code: 'NA', decimals: 0, options: null, critical }
const typed: AddValues = { ...values, sex: 'both', from: '0', to: '', low: '', high: '' }
const said = (change: Partial<AddValues>) =>
  addSchema(sodium, 'critical')
    .safeParse({ ...typed, ...change })
    .error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []

it.each<[Partial<AddValues>, string[]]>([
  [{ low: '131', high: '159' }, []],
  [{ low: '125', from: '16' }, []],
  [{ low: '125' }, ['low: Must be 130 or higher, as in the catalogue (Up to 16 years)']],
  [{ high: '161', from: '18' }, ['high: Must be 160 or lower, as in the catalogue (From 16 years)']],
  [{ low: '160', from: '18' }, ['low: Must be lower than 160, which is critical (From 16 years)']],
  [{ high: '130' }, ['high: Must be higher than 130, which is critical (Up to 16 years)']],
  [{}, ['low: Please enter one of the two limits']],
])("the form of a lab's own critical limits takes stricter ones only: %j", (change, at) => {
  expect(said(change)).toEqual(at)
})

it("the form of a lab's own critical limits becomes a request for critical limits", () => {
  expect(bodyOf(sodium, 'critical', { ...typed, low: '131' })).toMatchObject({
    kind: 'critical',
    ageFrom: 0,
    ageTo: null,
    low: 131,
    high: null,
  })
})
