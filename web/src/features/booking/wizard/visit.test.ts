import { expect, test } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { newDraft } from './draft'
import { isComplete, itemsOf, longestFast, pairOf, totalOf, type VisitDraft } from './visit'

const draft = (change: Partial<VisitDraft> = {}): VisitDraft => ({ ...newDraft('p1'), ...change })
const family = { extraPackageIds: ['p2'], otherPatients: ['m1'] }

test('a visit gives all tests to everybody until something else is chosen', () => {
  expect(itemsOf(draft(family))).toEqual([
    { familyMemberId: null, packageIds: ['p1', 'p2'] },
    { familyMemberId: 'm1', packageIds: ['p1', 'p2'] },
  ])
  expect(itemsOf(draft({ ...family, skipped: [pairOf(null, 'p2'), pairOf('m1', 'p1')] }))).toEqual([
    { familyMemberId: null, packageIds: ['p1'] },
    { familyMemberId: 'm1', packageIds: ['p2'] },
  ])
})

test('a visit gives all tests to one person, whatever was chosen for several before', () => {
  const one = draft({ extraPackageIds: ['p2'], skipped: [pairOf(null, 'p2')] })
  expect(itemsOf(one)).toEqual([{ familyMemberId: null, packageIds: ['p1', 'p2'] }])
})

test('a visit needs a test for each person and a person for each test', () => {
  expect(isComplete(draft())).toBe(true)
  expect(isComplete(draft(family))).toBe(true)
  const nothing = [pairOf('m1', 'p1'), pairOf('m1', 'p2')]
  expect(isComplete(draft({ ...family, skipped: nothing }))).toBe(false)
  const nobody = [pairOf(null, 'p2'), pairOf('m1', 'p2')]
  expect(isComplete(draft({ ...family, skipped: nobody }))).toBe(false)
})

test('a visit costs what each person gets', () => {
  const packages = [createPackage({ id: 'p1', price: 299 }), createPackage({ id: 'p2', price: 500 })]
  expect(totalOf(draft(family), packages)).toBe(2 * 299 + 2 * 500)
  expect(totalOf(draft({ ...family, skipped: [pairOf(null, 'p2')] }), packages)).toBe(2 * 299 + 500)
})

test('a visit fasts as long as the strictest test, of which 8 to 12 hours may need 12', () => {
  const none = createPackage({ id: 'none' })
  const ten = createPackage({ id: 'ten', fastingRequired: true, fastingHours: 10 })
  const unknown = createPackage({ id: 'unknown', fastingRequired: true })
  expect(longestFast([none]).id).toBe('none')
  expect(longestFast([none, ten]).id).toBe('ten')
  expect(longestFast([ten, unknown, none]).id).toBe('unknown')
})
