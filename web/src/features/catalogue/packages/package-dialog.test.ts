import { expect, test } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { packageSchema, toPackageForm, toPackageRequest } from './package-dialog'

const valid = toPackageForm(createPackage())
const problems = (changes: Partial<typeof valid>) =>
  packageSchema.safeParse({ ...valid, ...changes }).error?.issues.map(({ message }) => message) ?? []

test('a new form has the defaults of the specification [S9.4]', () => {
  expect(toPackageForm(null)).toMatchObject({
    testsIncluded: '1',
    sampleType: 'blood',
    fastingRequired: false,
  })
})

test('a package converts to a form and back unchanged', () => {
  expect(problems({})).toEqual([])
  expect(toPackageRequest(valid)).toMatchObject({ price: 299, originalPrice: 450, testsIncluded: 1 })
})

test('the price of the form is the catalogue’s while a price list applies', () => {
  expect(toPackageForm(createPackage({ price: 249, cataloguePrice: 299 })).price).toBe('299')
})

test('the original price is optional and not below the price [S5.6]', () => {
  expect(toPackageRequest({ ...valid, originalPrice: ' ' }).originalPrice).toBeNull()
  expect(problems({ originalPrice: '' })).toEqual([])
  expect(problems({ originalPrice: '100' })).toEqual(['The original price cannot be below the price'])
})

test('requires a price with at most two decimals and a whole number of tests [S5.6]', () => {
  expect(toPackageRequest({ ...valid, price: '499.50' }).price).toBe(499.5)
  for (const price of ['', 'free', '-1', '1.234']) expect(problems({ price }).join(), price).toMatch(/price/)
  for (const testsIncluded of ['0', '1.5', 'two']) {
    expect(problems({ testsIncluded }).join(), testsIncluded).toMatch(/whole number/)
  }
})
