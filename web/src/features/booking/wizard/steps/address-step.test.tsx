import type { AddressView } from '@jaanch/account/people/api'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SessionContext } from '@/lib/session/session-context'
import { createPackage } from '@/testing/fixtures'
import { createSession } from '@/testing/session'
import { shown, TestWizard } from '../testing'
import { AddressStep } from './address-step'

const office: AddressView = {
  id: 'a1',
  label: 'Office',
  addressLine1: '7 Science Park',
  addressLine2: null,
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
  landmark: null,
  phone: '+919812345678',
}

vi.mock('@/features/catalogue/location/geocode-calls', async (original) => ({
  ...(await original<object>()),
  useArea: () => undefined,
}))

function Step({ saved = [office] }: { saved?: AddressView[] }) {
  return (
    <SessionContext value={createSession({ id: 'c1', role: 'customer', phone: '+919825012345' })}>
      <TestWizard tests={[createPackage()]} addresses={{ rows: saved, loading: false }}>
        <AddressStep />
      </TestWizard>
    </SessionContext>
  )
}

test('selects a saved address with its phone number first and offers a new one [S2.10.1]', async () => {
  render(<Step />)
  expect(
    screen.getByRole('radio', { name: /Office.*7 Science Park, Pune, 411001/, checked: true }),
  ).toBeTruthy()
  expect(shown.draft).toMatchObject({
    selectedAddressId: 'a1',
    address: { street: '7 Science Park', city: 'Pune' },
  })
  const number = screen.getByPlaceholderText('Enter 10-digit mobile number') as HTMLInputElement
  expect(number.value).toBe('+91 98123 45678')

  await userEvent.click(screen.getByRole('radio', { name: 'New address' }))
  expect(shown.draft).toMatchObject({ selectedAddressId: 'new', address: { street: '', city: '' } })
  for (const name of [/^Street Address/, /^City/, /^State/, /^Pincode/, /^Landmark/]) {
    expect(((await screen.findByLabelText(name)) as HTMLInputElement).value).toBe('')
  }
})

const number = () => screen.getByPlaceholderText<HTMLInputElement>('Enter 10-digit mobile number')

test('the number of the profile is filled in for the first address, as it is read', () => {
  render(<Step saved={[]} />)
  expect(number().value).toBe('+91 98250 12345')
})

test('another number for a saved address asks whether to keep both; the same one in another spelling does not', async () => {
  render(<Step />)
  const question = { name: 'You changed the number of your saved address “Office”.' }
  await userEvent.clear(number())
  await userEvent.type(number(), '098123-45678')
  expect(screen.queryByRole('radiogroup', question)).toBeNull()
  await userEvent.clear(number())
  await userEvent.type(number(), '99001 12233')
  expect(await screen.findByRole('radiogroup', question)).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^Keep both/, checked: true })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^Change the saved one/ }))
  expect(shown.draft.keepsBoth).toBe(false)
})
