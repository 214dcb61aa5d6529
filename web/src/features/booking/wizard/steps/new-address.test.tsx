import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { type DetectedAddress, detectAddress } from '../detect-address'
import { shown, TestWizard } from '../testing'
import { NewAddress } from './new-address'

vi.mock('../detect-address', () => ({ detectAddress: vi.fn() }))
/** The areas that the mocked call knows, by PIN code or city */
const areas = new Map([
  ['395003', { city: 'Surat', state: 'Gujarat', isServed: true }],
  ['682555', { city: 'Kavaratti', state: 'Lakshadweep', isServed: false }],
  ['Pune', { city: 'Pune', state: 'Maharashtra', isServed: true }],
])
let chosenCity: string | null
vi.mock('@/features/catalogue/location/geocode-calls', async (original) => ({
  ...(await original<object>()),
  useArea: ({ pincode, city }: { pincode: string | null; city: string | null }) =>
    areas.get(pincode ?? city ?? ''),
}))
vi.mock('@/features/catalogue/location/location-store', () => ({
  usePlace: () => ({ selected: chosenCity }),
}))
vi.mock('@/ui/toast-store', () => ({ toast: { error: vi.fn() }, dismissError: vi.fn() }))

let find: (detected: DetectedAddress) => void
beforeEach(() => {
  chosenCity = null
  vi.mocked(detectAddress).mockImplementation(
    () =>
      new Promise((resolve) => {
        find = resolve
      }),
  )
})
function Step() {
  return (
    <TestWizard tests={[createPackage()]}>
      <NewAddress />
    </TestWizard>
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
  shown.updateDraft.mockClear()
  await act(async () => find(surat))
  expect(shown.updateDraft).not.toHaveBeenCalled()
})

const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

test('the PIN code is asked for first and fills in city and state; another one fills them in anew', () => {
  render(<Step />)
  expect(screen.getAllByRole('textbox')[0]).toBe(field('Pincode'))
  type('Pincode', '395003')
  expect([field('City').value, field('State').value]).toEqual(['Surat', 'Gujarat'])
  expect(screen.queryByText(/No lab near/)).toBeNull()
  type('Pincode', '682555')
  expect([field('City').value, field('State').value]).toEqual(['Kavaratti', 'Lakshadweep'])
  expect(screen.getByText(/^No lab near Kavaratti works with us yet.*please call us first/)).toBeTruthy()
})

test('the city that was chosen in the search is the default, and the PIN code knows better', () => {
  chosenCity = 'Pune'
  render(<Step />)
  expect([field('City').value, field('State').value]).toEqual(['Pune', 'Maharashtra'])
  type('Pincode', '395003')
  expect(field('City').value).toBe('Surat')
})

test('a typed city stays; the state is that of the PIN code', () => {
  render(<Step />)
  type('City', 'Bardoli')
  type('Pincode', '395003')
  expect([field('City').value, field('State').value]).toEqual(['Bardoli', 'Gujarat'])
})
