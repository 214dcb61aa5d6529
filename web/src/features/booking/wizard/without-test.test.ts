import { expect, test } from 'vitest'
import { type Draft, newDraft } from './draft'
import { withoutTest } from './too-soon-notes'
import { isComplete, itemsOf } from './visit'

const draftOf = (change: Partial<Draft>): Draft => ({ ...newDraft('p1'), ...change })

function after(draft: Draft, patient: string | null, packageId: string) {
  const { first = draft.packageId, ...change } = withoutTest(draft, patient, packageId) ?? {}
  const next = { ...draft, ...change, packageId: first }
  return { isComplete: isComplete(next), items: itemsOf(next) }
}

test('the only test of the only person cannot be taken out', () => {
  expect(withoutTest(draftOf({}), null, 'p1')).toBeNull()
})

test('one of several tests is taken out, also that of the address', () => {
  const draft = draftOf({ extraPackageIds: ['p2', 'p3'], familyMemberId: 'm1' })
  expect(after(draft, 'm1', 'p3').items).toEqual([{ familyMemberId: 'm1', packageIds: ['p1', 'p2'] }])
  expect(after(draft, 'm1', 'p1').items).toEqual([{ familyMemberId: 'm1', packageIds: ['p2', 'p3'] }])
})

test('others keep their test, and who gets nothing any more is not tested', () => {
  const two = draftOf({ otherPatients: ['m1'], extraPackageIds: ['p2'] })
  expect(after(two, 'm1', 'p2')).toEqual({
    isComplete: true,
    items: [
      { familyMemberId: null, packageIds: ['p1', 'p2'] },
      { familyMemberId: 'm1', packageIds: ['p1'] },
    ],
  })
  const one = draftOf({ otherPatients: ['m1'] })
  expect(after(one, null, 'p1')).toEqual({
    isComplete: true,
    items: [{ familyMemberId: 'm1', packageIds: ['p1'] }],
  })
  // p2 was for this person alone
  const apart = draftOf({ otherPatients: ['m1'], extraPackageIds: ['p2'], skipped: ['self p2', 'm1 p1'] })
  expect(after(apart, 'm1', 'p2')).toEqual({
    isComplete: true,
    items: [{ familyMemberId: null, packageIds: ['p1'] }],
  })
})
