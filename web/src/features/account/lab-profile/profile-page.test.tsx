import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { changeLabProfile } from './calls'
import { ProfilePage } from './profile-page'

const stored = {
  ...{ labName: 'City Lab', address: '1 Ring Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' },
  ...{ phone: '+919825077123', labelIdentity: 'initials' },
}
const profile = vi.hoisted(() => vi.fn())
vi.mock('./calls', () => ({
  changeLabProfile: vi.fn(),
  useLabProfile: () => ({ data: profile() }),
}))
beforeEach(() => {
  vi.mocked(changeLabProfile).mockReset()
  profile.mockReturnValue(stored)
})

function show() {
  renderScreen(<ProfilePage />, { user: { role: 'lab-partner' } })
}
const enter = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('the owner of a lab changes its name, address, phone and labels, and sees how reports say the address', async () => {
  show()
  screen.getByText('On reports: 1 Ring Road, Pune, Maharashtra 411001')
  enter('Address', '7 New Road, Pune 411001')
  screen.getByText('On reports: 7 New Road, Pune 411001, Maharashtra')
  enter('Name', '\u200b')
  enter('Phone', '98250 77123 ext 4')
  fireEvent.click(screen.getByRole('radio', { name: /^Name, age and sex/ }))
  save()
  await screen.findByText('Please enter the name of your lab')
  screen.getByText('Please enter a valid phone number')
  expect(changeLabProfile).not.toHaveBeenCalled()
  enter('Name', 'City Lab & Imaging')
  enter('Phone', '98250 77124')
  save()
  await vi.waitFor(() =>
    expect(changeLabProfile).toHaveBeenCalledWith({
      ...{ labName: 'City Lab & Imaging', address: '7 New Road, Pune 411001', phone: '98250 77124' },
      labelIdentity: 'name-age-sex',
    }),
  )
})

test('only what the owner changed is sent, so that a lab without a phone can change the rest', async () => {
  profile.mockReturnValue({ ...stored, phone: null })
  show()
  enter('Address', '7 New Road')
  save()
  await vi.waitFor(() => expect(changeLabProfile).toHaveBeenCalledWith({ address: '7 New Road' }))
})

test('a phone that the lab has cannot be emptied', async () => {
  show()
  enter('Phone', '')
  save()
  await screen.findByText('Please enter a valid phone number')
  expect(changeLabProfile).not.toHaveBeenCalled()
})
