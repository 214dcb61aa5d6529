import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Router } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { type BookedSummary, newDraft } from './draft'
import { useWizardHistory } from './steps'

const navigate = vi.fn()
vi.mock('react-router-dom', async (load) => ({
  ...(await load<typeof import('react-router-dom')>()),
  useNavigate: () => navigate,
}))

let index: number
beforeEach(() => {
  vi.clearAllMocks()
  index = 4
  vi.spyOn(history, 'state', 'get').mockImplementation(() => ({ idx: index }))
})
const booked: BookedSummary = {
  id: 'b1',
  packageName: 'CBC',
  familyMember: null,
  collectionType: 'instant',
  scheduledDate: null,
  scheduledTime: null,
  street: '14 Ashram Road',
  city: 'Ahmedabad',
  paymentMethod: 'cash-on-collection',
  total: 299,
  people: [],
  fastingHours: null,
}

function open(path = '/book/p1', step = 6) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  )
  return renderHook(() => useWizardHistory(step, newDraft('p1')), { wrapper })
}

test.each(['6', '9', 'x'])(
  'the address of step %s, which is not reached yet, becomes that of the step that is shown',
  (typed) => {
    open(`/book/p1?step=${typed}`, 4)
    expect(navigate).toHaveBeenCalledExactlyOnceWith(
      { search: '?step=4' },
      expect.objectContaining({ replace: true }),
    )
    vi.clearAllMocks()
    open('/book/p1?step=4', 4)
    open('/book/p1', 1)
    expect(navigate).not.toHaveBeenCalled()
  },
)

test('the confirmation takes the place of the first step, wherever the wizard was entered', () => {
  const { result } = open()
  index = 9
  const { finish } = result.current
  finish()
  expect(navigate).toHaveBeenCalledExactlyOnceWith(-5)
})

test('who left the wizard while the booking was sent stays where they are', () => {
  const { result, unmount } = open()
  const { finish } = result.current
  unmount()
  index = 9
  finish()
  expect(navigate).not.toHaveBeenCalled()
})

test('the confirmation is shown, even if the browser returns to the first step before the last step was shown', () => {
  let location = '/book/p1?step=6'
  const navigator = { createHref: String, push: vi.fn(), replace: vi.fn(), go: vi.fn() }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  )
  const { rerender } = renderHook(() => useWizardHistory(6, { ...newDraft('p1'), booked }), { wrapper })
  const toConfirmation = [{ search: '?step=7' }, expect.objectContaining({ replace: true })]
  expect(navigate.mock.calls).toEqual([toConfirmation])
  location = '/book/p1'
  rerender()
  expect(navigate.mock.calls).toEqual([toConfirmation, toConfirmation])
})
