import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type DetectedAddress, detectAddress } from '../detect-address'
import { newDraft } from '../draft'
import { NewAddress } from './new-address'

vi.mock('../detect-address', () => ({ detectAddress: vi.fn() }))
vi.mock('@/ui/toast-store', () => ({ toast: { error: vi.fn() }, dismissError: vi.fn() }))

let find: (detected: DetectedAddress) => void
beforeEach(() => {
  vi.mocked(detectAddress).mockImplementation(
    () =>
      new Promise((resolve) => {
        find = resolve
      }),
  )
})
const updates = vi.fn()
function Step() {
  const [draft, setDraft] = useState(newDraft('p1'))
  return (
    <NewAddress
      draft={draft}
      errors={{}}
      updateDraft={(change) => {
        updates(change)
        setDraft((now) => ({ ...now, ...change }))
      }}
    />
  )
}
const surat = { found: { city: 'Surat', state: 'Gujarat', pincode: '395003' } }
const detect = () => fireEvent.click(screen.getByRole('button', { name: /current location/ }))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

test('a position that is found late fills in only what was not typed meanwhile', async () => {
  render(<Step />)
  detect()
  fireEvent.change(field('City'), { target: { value: 'Vadodara' } })
  await act(async () => find(surat))
  expect(field('City').value).toBe('Vadodara')
  expect(field('Pincode').value).toBe('395003')
})

test('a position that is found after a saved address was chosen changes nothing', async () => {
  const { unmount } = render(<Step />)
  detect()
  unmount()
  updates.mockClear()
  await act(async () => find(surat))
  expect(updates).not.toHaveBeenCalled()
})
