import { editorCalls } from '@jaanch/catalogue/api'
import { expect, test } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import { createCatalogue, createItem, createParameter } from '@/testing/catalogue'
import { itemFields, itemSchema, savingsText, toItem, toItemForm } from './item-form'
import {
  parameterAliases,
  parameterFields,
  parameterSchema,
  toParameter,
  toParameterForm,
} from './parameter-form'
import { toRow, toRowForm } from './row-dialog'
import { faultOf, fieldOf, listOf, numberOf, paiseOf } from './typed'

const { version } = createCatalogue()
const noNumber = { ucum: null, unit: null, decimals: null, male: null, female: null }
const noLimits = { criticalLow: null, criticalHigh: null }

test('a number, a choice and any text convert to a form and back unchanged', () => {
  const stability = { container: 'edta' as const, hours: 24, minC: 2, maxC: null, source: 'WHO' }
  const choice = { options: ['Negative', 'Positive'], normal: 'Negative', criticalTexts: ['Positive'] }
  const all = [
    createParameter({ stability, method: 'Impedance' }),
    createParameter({ unit: '', ucum: '1', female: { low: null, high: 5.5 }, criticalLow: null }),
    createParameter({ ...noNumber, ...noLimits, ...choice }),
    createParameter({ ...noNumber, ...noLimits, options: ['text'] }),
  ]
  for (const one of all) {
    const form = toParameterForm(one)
    expect(parameterSchema.safeParse(form).error).toBeUndefined()
    const parameter = toParameter(form, one.criticalAges)
    expect(parameter).toEqual(one)
    expect(
      editorCalls.saveParameter.body.safeParse({ version, parameter, intervals: [] }).error,
    ).toBeUndefined()
  }
})

test('a test and a package convert to a form and back unchanged, with what the form does not show', () => {
  const all = [
    createItem({ fasting: 10, preparation: 'Drink water.', testsIncluded: 3, sampleType: 'mixed' }),
    createItem({ fasting: 'yes', price: 129_950, originalPrice: 150_000, specimens: [] }),
    createItem({ kind: 'package', parameters: [], tests: ['CBC'], specimens: null, fasting: null }),
  ]
  for (const one of all) {
    const form = toItemForm(one, one.kind)
    expect(itemSchema.safeParse(form).error).toBeUndefined()
    const item = toItem(form, one, one.kind)
    expect(item).toEqual(one)
    expect(editorCalls.saveItem.body.safeParse({ version, item }).error).toBeUndefined()
  }
})

test('ages are typed in years where they are whole ones, otherwise in months', () => {
  const row = { sex: null, method: null, low: 1, high: 2, expected: null, source: 'WHO', isActive: true }
  for (const ages of [
    { ageFrom: 216, ageTo: null },
    { ageFrom: 1, ageTo: 24 },
    { ageFrom: 0, ageTo: 12 },
  ]) {
    const form = toRowForm({ ...row, ...ages })
    expect(form.unit).toBe(ages.ageFrom === 1 ? 'months' : 'years')
    expect(toRow(form, true)).toEqual({ ...row, ...ages })
  }
})

test('stability needs its container, its hours and its source together', () => {
  const form = { ...toParameterForm(createParameter()), stableMin: '2' }
  const paths = parameterSchema.safeParse(form).error?.issues.map(({ path }) => path[0])
  expect(paths).toEqual(['stableIn', 'stableHours', 'stableSource'])
})

test('numbers take a decimal point or comma and a minus; prices are paise; lists have each entry once', () => {
  expect([numberOf('−1,5'), numberOf(' 2.25 '), numberOf(''), numberOf('1.2.3')]).toEqual([
    ...[-1.5, 2.25, null, undefined],
  ])
  expect([paiseOf('₹1,00,000'), paiseOf('499.50'), paiseOf(''), paiseOf('1,5')]).toEqual([
    ...[10_000_000, 49_950, null, undefined],
  ])
  expect(listOf(' SGPT;ALAT ;; SGPT')).toEqual(['SGPT', 'ALAT'])
})

test('the refusals of the API are found at the fields of the forms', () => {
  const at = (error: string) => {
    const fault = faultOf(new ApiError(422, JSON.stringify({ error, code: 'invalid' })))
    return fault && [fieldOf(fault, parameterFields, parameterAliases), fieldOf(fault, itemFields)]
  }
  expect(at('femaleHigh: It is not above.')).toEqual(['femaleHigh', undefined])
  expect(at('parameter.male.low: Too small')).toEqual(['maleLow', undefined])
  expect(at('item.conditions.2: Too long')).toEqual([undefined, 'conditions'])
  expect(at('intervals.0.method: Too long')).toEqual([undefined, undefined])
  expect(at('The request needs a body.')).toBeUndefined()
})

test('a package is compared with its tests once all of them have a price', () => {
  expect(savingsText(50_000, [30_000, null])).toBe('1 of 2 tests has no price yet')
  expect(savingsText(50_000, [30_000, 62_050])).toBe('Saves ₹420.50 compared with its 2 tests')
  expect(savingsText(30_000, [30_000])).toBe('Costs the same as its test')
  expect(savingsText(null, [30_000])).toBe('')
})
