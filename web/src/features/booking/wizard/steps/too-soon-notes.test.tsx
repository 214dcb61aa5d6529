import type { RetestHint } from '@jaanch/report/retests/api'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft } from '@/lib/drafts'
import { createPackage } from '@/testing/fixtures'
import { type Draft, newDraft } from '../draft'
import { shown, TestWizard } from '../testing'
import { isComplete, itemsOf } from '../visit'
import { TooSoonNotes, withoutTest } from './too-soon-notes'

const vivaan = {
  id: 'm1',
  name: 'Vivaan',
  relationship: 'Father',
  dateOfBirth: null,
  gender: 'male',
  age: 61,
}
const hba1c = createPackage({ id: 'a1c', name: 'HbA1c' })
const cbc = createPackage({ id: 'cbc', name: 'CBC' })
const measured: RetestHint = {
  packageId: 'a1c',
  lastOn: '2026-11-03',
  tooSoonUntil: '2026-12-13',
  sources: [],
}
const hints = vi.fn<(person: string, ids: readonly string[]) => RetestHint[] | undefined>()

vi.mock('@/features/account/people-calls', () => ({ useFamily: () => ({ rows: [vivaan], loading: false }) }))
vi.mock('@/lib/session/session-context', () => ({
  useUser: () => ({ id: 'c1', gender: null, dateOfBirth: null }),
}))
vi.mock('@/features/report/health-calls', () => ({
  useRetestHints: (person: string, ids: readonly string[]) => hints(person, ids),
}))
beforeEach(() => {
  hints.mockImplementation((person, ids) => (person === 'm1' && ids.includes('a1c') ? [measured] : []))
})
afterEach(() => sessionStorage.clear())

function Address() {
  return <output>{useLocation().pathname}</output>
}

const show = (change: Partial<Draft> = {}) =>
  render(
    <MemoryRouter>
      <TestWizard tests={[hba1c, cbc]} draft={{ familyMemberId: 'm1', ...change }}>
        <TooSoonNotes />
      </TestWizard>
      <Address />
    </MemoryRouter>,
  )

const sentence =
  'Vivaan’s HbA1c was measured on 3 Nov 2026. Before 13 Dec 2026 it is too soon to tell you more.'

test('says of whom what was measured when, and is gone once it is kept', async () => {
  show({ extraPackageIds: ['cbc'] })
  expect(screen.getByText(sentence)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep the test HbA1c' }))
  expect(screen.queryByText(sentence)).toBeNull()
  expect(shown.draft).toMatchObject({ packageId: 'a1c', extraPackageIds: ['cbc'], kept: ['m1 a1c'] })
})

test('a test beside others is taken out with one press', async () => {
  show({ packageId: 'cbc', extraPackageIds: ['a1c'] })
  await userEvent.click(screen.getByRole('button', { name: 'Remove the test HbA1c' }))
  expect(shown.draft.extraPackageIds).toEqual([])
  expect(screen.queryByText(sentence)).toBeNull()
})

test('without the test of the address, the booking goes on with the next one', async () => {
  show({ extraPackageIds: ['cbc'], contactNumber: '98123 45678' })
  await userEvent.click(screen.getByRole('button', { name: 'Remove the test HbA1c' }))
  expect(screen.getByRole('status').textContent).toBe('/book/cbc')
  expect(readDraft('book:c1:cbc')).toMatchObject({
    ...{ packageId: 'cbc', extraPackageIds: [], familyMemberId: 'm1', contactNumber: '98123 45678' },
  })
})

test('the only test can be kept, or another one be chosen', () => {
  show()
  expect(screen.queryByRole('button', { name: /^Remove the test/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Choose another test' }).getAttribute('href')).toBe('/tests')
})

test('nothing is said of others, before an answer, or if there is none', () => {
  show({ familyMemberId: null, otherPatients: ['m1'], skipped: ['m1 a1c'], extraPackageIds: ['cbc'] })
  expect(screen.queryByRole('list')).toBeNull()
  hints.mockReturnValue(undefined)
  show()
  expect(screen.queryByRole('list')).toBeNull()
})

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
