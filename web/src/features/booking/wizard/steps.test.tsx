import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Router } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { type BookedSummary, type Draft, newDraft } from './draft'
import { lastStep, stepAfter, stepBefore, stepIsValid, stepToShow, useWizardHistory } from './steps'

const now = new Date('2026-11-21T02:30:00Z') // 8 am in India
const address = { street: '12 MG Road', city: 'Ahmedabad', state: 'Gujarat', pincode: '380009', landmark: '' }

function draft(changes: Partial<Draft> = {}): Draft {
  return { ...newDraft('p1'), ...changes }
}
const addressed = { address, contactNumber: '9812345678' }
const scheduled = { ...addressed, preferredDate: '2026-11-22', preferredTime: '08:00-10:00' } as const

test('Next requires street, city, state, pincode and contact number at step 4, but no landmark [S4.9]', () => {
  expect(stepIsValid(4, draft(addressed), now)).toBe(true)
  for (const name of ['street', 'city', 'state', 'pincode'] as const) {
    expect(stepIsValid(4, draft({ ...addressed, address: { ...address, [name]: ' ' } }), now)).toBe(false)
  }
  expect(stepIsValid(4, draft({ address }), now)).toBe(false)
})

test('Next accepts a contact number of any length [S5.4]', () => {
  expect(stepIsValid(4, draft({ address, contactNumber: '12345' }), now)).toBe(true)
})

test('Next requires a date and a slot that has not begun at step 5 [S4.9]', () => {
  expect(stepIsValid(5, draft(scheduled), now)).toBe(true)
  expect(stepIsValid(5, draft({ ...scheduled, preferredTime: '' }), now)).toBe(false)
  expect(stepIsValid(5, draft({ ...scheduled, preferredDate: '2026-11-21' }), now)).toBe(false)
})

test('an instant collection skips the schedule in both directions [S4.10]', () => {
  const instant = draft({ collectionType: 'instant' })
  expect(stepAfter(4, instant)).toBe(6)
  expect(stepBefore(6, instant)).toBe(4)
  expect(stepAfter(4, draft())).toBe(5)
  expect(stepBefore(6, draft())).toBe(5)
})

test('an instant collection shows step 6 instead of step 5', () => {
  expect(stepToShow(5, draft({ ...addressed, collectionType: 'instant' }), now)).toBe(6)
})

test('the step of the URL is shown only if all earlier steps are valid', () => {
  expect(stepToShow(6, draft(), now)).toBe(4)
  expect(stepToShow(6, draft(addressed), now)).toBe(5)
  expect(stepToShow(6, draft(scheduled), now)).toBe(6)
})

test('the step of the URL is the confirmation if and only if there is a booking [S4.9]', () => {
  expect(stepToShow(7, draft(scheduled), now)).toBe(6)
  const booked = { id: 'b1' } as Draft['booked']
  expect(stepToShow(3, draft({ booked }), now)).toBe(7)
})

test('the step of the URL falls back to the first step for an invalid number', () => {
  expect(stepToShow(Number('x'), draft(scheduled), now)).toBe(1)
  expect(stepToShow(-2, draft(scheduled), now)).toBe(1)
})

test('a new draft is scheduled, for Home, in cash, and its steps 1, 2, 3 and 6 are valid [S2.10.1 S4.9]', () => {
  expect(draft()).toMatchObject({ collectionType: 'scheduled', addressLabel: 'Home', paymentMethod: 'cash' })
  expect(lastStep).toBe(7)
  for (const step of [1, 2, 3, 6]) expect(stepIsValid(step, draft(), now), `step ${step}`).toBe(true)
  expect(stepIsValid(2, draft({ collectionType: '' as never }), now)).toBe(false)
  expect(stepIsValid(6, draft({ paymentMethod: '' as never }), now)).toBe(false)
})

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

test('a customer who left the wizard while the booking was sent stays where they are', () => {
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
