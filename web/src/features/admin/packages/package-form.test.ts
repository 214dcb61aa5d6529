import { expect, test } from 'vitest'
import { aPackage } from '@/testing/fixtures'
import { formOf, packageForm, requestOf } from './package-form'

const good = formOf(aPackage())
const problems = (changes: Partial<typeof good>) =>
  packageForm.safeParse({ ...good, ...changes }).error?.issues.map(({ message }) => message) ?? []

test('an empty form has the defaults of the specification', () => {
  expect(formOf(null)).toMatchObject({ testsIncluded: '1', sampleType: 'blood', fastingRequired: false })
})

test('what a package has comes back as it was', () => {
  expect(problems({})).toEqual([])
  expect(requestOf(good)).toMatchObject({ price: 299, originalPrice: 450, testsIncluded: 1 })
})

test('the original price may be left out, and must not be below the price', () => {
  expect(requestOf({ ...good, originalPrice: ' ' }).originalPrice).toBeNull()
  expect(problems({ originalPrice: '' })).toEqual([])
  expect(problems({ originalPrice: '100' })).toEqual(['The original price cannot be below the price'])
})

test('a price is rupees with at most two decimals, tests included a whole number', () => {
  expect(requestOf({ ...good, price: '499.50' }).price).toBe(499.5)
  for (const price of ['', 'free', '-1', '1.234']) expect(problems({ price }).join(), price).toMatch(/price/)
  for (const testsIncluded of ['0', '1.5', 'two']) {
    expect(problems({ testsIncluded }).join(), testsIncluded).toMatch(/whole number/)
  }
})
