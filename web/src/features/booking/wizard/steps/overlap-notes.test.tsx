import type { PackageOverlaps } from '@jaanch/catalogue/packages/api'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft } from '@/lib/drafts'
import { createPackage } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render-screen'
import { shown, TestWizard } from '../testing'
import { OverlapNotes } from './overlap-notes'

const diabetes = createPackage({ id: 'dia', name: 'Diabetes Care', price: 1199 })
const full = createPackage({ id: 'full', name: 'Full Body Checkup', price: 1499 })
const found: PackageOverlaps = {
  overlaps: [
    {
      ...{ packageId: 'full', otherId: 'dia', shared: 26, parameters: 66 },
      alone: { price: 1155, names: ['Fasting Sugar', 'HbA1c', 'Lipid Profile'] },
    },
  ],
  cheaper: {
    items: [
      { id: 'full', name: 'Full Body Checkup', price: 1499 },
      { id: 'ppbs', name: 'PP Sugar', price: 79 },
      { id: 'uacr', name: 'Urine ACR', price: 449 },
    ],
    ...{ price: 2027, instead: 2698 },
  },
}
let answer: PackageOverlaps | undefined

vi.mock('@/features/catalogue/packages-calls', () => ({ useOverlaps: () => answer }))
beforeEach(() => {
  answer = found
})
afterEach(() => {
  sessionStorage.clear()
  shown.updateDraft.mockClear()
})

function Address() {
  return <output>{useLocation().pathname}</output>
}

function show(first: string, changes = {}) {
  const draft = {
    packageId: first,
    extraPackageIds: ['dia', 'full'].filter((id) => id !== first),
    ...changes,
  }
  renderScreen(
    <TestWizard tests={[diabetes, full]} draft={draft}>
      <OverlapNotes />
      <Address />
    </TestWizard>,
    { user: { id: 'c1', role: 'customer' } },
  )
  return shown.draft
}

const advice =
  'Full Body Checkup with PP Sugar and Urine ACR covers all parameters that you chose for ₹2,027 instead of ₹2,698.'

test('parameters that are paid twice are named with the lowest price, and the cheaper choice is taken with one press', async () => {
  show('full')
  expect(
    screen.getByText(
      '26 of the 66 parameters of Full Body Checkup are in Diabetes Care too; alone they cost ₹1,155: Fasting Sugar, HbA1c and Lipid Profile.',
    ),
  ).toBeTruthy()
  expect(screen.getByText(advice)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Take it instead' }))
  expect(shown.updateDraft).toHaveBeenCalledExactlyOnceWith({ extraPackageIds: ['ppbs', 'uacr'] })
})

test('a choice without the test of the address goes on at its own address with everything else that was entered', async () => {
  const { bookingKey } = show('dia', { contactNumber: '98123 45678', unanswered: [{ body: '{}' }] })
  await userEvent.click(screen.getByRole('button', { name: 'Take it instead' }))
  expect(shown.updateDraft).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toBe('/book/full')
  const stored = readDraft('book:c1:full')
  expect(stored).toMatchObject({
    ...{ packageId: 'full', extraPackageIds: ['ppbs', 'uacr'], contactNumber: '98123 45678', unanswered: [] },
  })
  expect(stored).not.toMatchObject({ bookingKey })
})

test('no saving is promised where somebody takes only some of the tests, and nothing is said without an answer', () => {
  show('full', { skipped: ['m1 dia'] })
  expect(screen.queryByText(advice)).toBeNull()
  answer = undefined
  show('dia')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
