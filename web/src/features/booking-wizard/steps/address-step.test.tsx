import type { AddressView } from '@jaanch/contracts/http/people'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { type Draft, newDraft } from '../draft'
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

let draft: Draft

function Step() {
  const [current, setCurrent] = useState(newDraft('p1'))
  draft = current
  return (
    <AddressStep
      item={createPackage()}
      draft={current}
      updateDraft={(change) => setCurrent((before) => ({ ...before, ...change }))}
      saved={[office]}
      loading={false}
      addressErrors={{}}
    />
  )
}

test('selects a saved address with its phone number first and offers a new one [S2.10.1]', async () => {
  render(<Step />)
  expect(
    screen.getByRole('radio', { name: /Office.*7 Science Park, Pune, 411001/, checked: true }),
  ).toBeTruthy()
  expect(draft).toMatchObject({
    selectedAddressId: 'a1',
    address: { street: '7 Science Park', city: 'Pune' },
  })
  const number = screen.getByPlaceholderText('Enter 10-digit mobile number') as HTMLInputElement
  expect(number.value).toBe('+919812345678')

  await userEvent.click(screen.getByRole('radio', { name: 'New address' }))
  expect(draft).toMatchObject({ selectedAddressId: 'new', address: { street: '', city: '' } })
  for (const name of [/^Street Address/, /^City/, /^State/, /^Pincode/, /^Landmark/]) {
    expect(((await screen.findByLabelText(name)) as HTMLInputElement).value).toBe('')
  }
})
