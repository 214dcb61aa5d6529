import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import type { Draft } from '../draft'
import { stepIsValid } from '../steps'
import { shown, TestWizard } from '../testing'
import { PatientStep } from './patient-step'

vi.mock('@/features/account/people-calls', () => ({
  useFamily: () => ({ rows: [kamala, ravi], loading: false }),
}))
vi.mock('@/lib/session/session-context', () => ({ useUser: () => ({ gender: 'male', dateOfBirth: null }) }))

const kamala = {
  id: 'm1',
  name: 'Kamala',
  relationship: 'Mother',
  dateOfBirth: null,
  gender: 'female',
  phone: null,
  age: null,
}
const ravi = { ...kamala, id: 'm2', name: 'Ravi', relationship: 'Son', gender: 'male' }
const cbc = createPackage({ id: 'p1', name: 'CBC', price: 299 })
const pap = createPackage({ id: 'p2', name: 'Pap Smear', price: 700, genderSpecific: 'female' })

function Step({ change = {} }: { change?: Partial<Draft> }) {
  return (
    <TestWizard tests={[cbc, pap]} draft={change}>
      <PatientStep />
    </TestWizard>
  )
}

const renderStep = (step: ReactNode) => render(step, { wrapper: MemoryRouter })
const isValid = () => stepIsValid(3, shown.draft, new Date())
const testsOf = (name: string) => within(screen.getByRole('group', { name: `Tests for ${name}` }))

test('one person is chosen among Myself and the family, as specified', async () => {
  renderStep(<Step />)
  expect(screen.getAllByRole('radio').map((radio) => radio.textContent)).toEqual([
    'Myself',
    'KamalaMother',
    'RaviSon',
  ])
  await userEvent.click(screen.getByRole('radio', { name: /Kamala/ }))
  expect(shown.draft).toMatchObject({ familyMemberId: 'm1', otherPatients: [] })
})

test('names at once what is not suitable for the one person', async () => {
  renderStep(<Step change={{ extraPackageIds: ['p2'] }} />)
  expect(screen.getByText('Pap Smear: This test is for women only.')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /Kamala/ }))
  expect(screen.queryByText(/for women only/)).toBeNull()
})

test('several people get all tests, except what is not suitable, until something else is chosen', async () => {
  renderStep(<Step change={{ extraPackageIds: ['p2'] }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Test more people together' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /Kamala/ }))
  expect(shown.draft).toMatchObject({ familyMemberId: null, otherPatients: ['m1'], skipped: ['self p2'] })
  const unsuitable = testsOf('Myself').getByRole('checkbox', {
    name: /Pap Smear.*women only/,
    checked: false,
  })
  expect(unsuitable).toMatchObject({ disabled: true })
  expect(testsOf('Kamala').getByRole('checkbox', { name: /Pap Smear/, checked: true })).toBeTruthy()
  expect(isValid()).toBe(true)

  await userEvent.click(testsOf('Kamala').getByRole('checkbox', { name: /Pap Smear/ }))
  expect(screen.getByText('Nobody gets Pap Smear yet.')).toBeTruthy()
  expect(isValid()).toBe(false)
  await userEvent.click(testsOf('Kamala').getByRole('checkbox', { name: /CBC/ }))
  expect(screen.getByText('Kamala gets no test yet.')).toBeTruthy()
})

test('at least one person stays, and one person alone gets everything again', async () => {
  renderStep(<Step change={{ otherPatients: ['m1'], skipped: ['self p1'] }} />)
  await userEvent.click(await screen.findByRole('checkbox', { name: /Myself/ }))
  expect(shown.draft).toMatchObject({ familyMemberId: 'm1', otherPatients: [] })
  expect(screen.getByRole('checkbox', { name: /Kamala/ })).toMatchObject({ disabled: true })
  await userEvent.click(screen.getByRole('button', { name: 'Only one person' }))
  expect(screen.getByRole('radio', { name: /Kamala/, checked: true })).toBeTruthy()
  expect(shown.draft.skipped).toEqual([])
})
