import type { BookingView } from '@jaanch/booking/booking-view'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import type { VisitGroup } from '@/features/booking/visit/visits'
import { call } from '@/lib/http/call'
import { SessionContext } from '@/lib/session/session-context'
import { createBooking } from '@/testing/fixtures'
import { createSession } from '@/testing/session'
import { LabBookingCard } from './lab-booking-card'

vi.mock('@/lib/http/call', () => ({ call: vi.fn(), send: vi.fn() }))
vi.mock('@/features/collection/panel/lazy-collection-panel', () => ({
  LazyCollectionPanel: () => <p>Collection</p>,
}))
vi.mock('./use-people-names', () => ({ usePeopleNames: () => (index: number) => `Person ${index + 1}` }))
const asked = vi.mocked(call)

const place = { labPartnerId: 'l1', area: '380009 Ahmedabad' }
const of = { ...place, visitId: 'visit-id', visitSize: 2, scheduledDate: '2020-01-01' }
const lipid = createBooking({ ...of, id: 'b1', packageName: 'Lipid Profile' })
const thyroid = createBooking({ ...of, id: 'b2', packageName: 'Thyroid Profile', finalAmount: 500 })

function show(bookings: VisitGroup['bookings']) {
  const onReport = vi.fn()
  render(
    <SessionContext value={createSession({ role: 'lab-partner' })}>
      <LabBookingCard
        bookings={bookings}
        withStubs={false}
        isNew={false}
        onOpen={vi.fn()}
        onReport={onReport}
      />
    </SessionContext>,
    { wrapper: MemoryRouter },
  )
  return onReport
}

/** The type of an answer depends on the call */
const answer = (...bookings: BookingView[]) =>
  ({ ...bookings[0], ...(bookings.length > 1 && { bookings }) }) as never
const bodies = () =>
  asked.mock.calls
    .filter(([method]) => method !== 'GET')
    .map(([, , options]) => (options as { body: unknown }).body)
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Update Status' }))

beforeEach(() => asked.mockReset())

test('a visit is one card with each person, the sum to collect, and one press for all', async () => {
  asked.mockResolvedValue(answer({ ...lipid, status: 'confirmed' }, { ...thyroid, status: 'confirmed' }))
  show([lipid, thyroid])
  const card = screen.getByRole('article', { name: 'Visit for 2 people' })
  const people = within(within(card).getByRole('list', { name: 'People of the visit' })).getAllByRole(
    'listitem',
  )
  expect(people.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Person 1, Lipid Profile #b1.*Pending/),
    expect.stringMatching(/^Person 2, Thyroid Profile #b2.*Pending/),
  ])
  expect(within(card).getByText('₹799').nextElementSibling?.textContent).toBe('to collect')
  press()
  await waitFor(() => expect(bodies()).toEqual([{ status: 'confirmed', visit: true }]))
})

test('people at different steps: the press is for those who are least far, and says so', async () => {
  asked.mockResolvedValue(answer({ ...thyroid, status: 'confirmed' }))
  const onReport = show([{ ...lipid, status: 'lab-processing' }, thyroid])
  expect(screen.getByText(/1 person: Confirmed/)).toBeTruthy()
  press()
  await waitFor(() => expect(bodies()).toEqual([{ status: 'confirmed' }]))
  fireEvent.click(screen.getByRole('button', { name: 'Attach Report for Person 1' }))
  expect(onReport).toHaveBeenCalledWith(expect.objectContaining({ id: 'b1' }))
})

test('a collection long before its slot is asked for once; on time it is not', async () => {
  asked.mockResolvedValue(answer({ ...lipid, status: 'sample-collection' }))
  const confirmed = { ...lipid, visitId: null, visitSize: null, status: 'confirmed' } as const
  show([{ ...confirmed, scheduledDate: '2999-01-01' }])
  press()
  expect((await screen.findByRole('alertdialog')).textContent).toMatch(/The slot is .*8:00–10:00 am/)
  expect(asked).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Collect now' }))
  await waitFor(() => expect(bodies()).toEqual([{ status: 'sample-collection' }]))
})

test('a booking is completed without a report only after a question', async () => {
  asked.mockResolvedValue(answer({ ...lipid, status: 'completed' }))
  const processing = { ...lipid, visitId: null, visitSize: null, status: 'lab-processing' } as const
  show([processing])
  press()
  expect((await screen.findByRole('alertdialog')).textContent).toContain('No report for Lipid Profile')
  expect(bodies()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Complete without a report' }))
  await waitFor(() => expect(bodies()).toEqual([{ status: 'completed' }]))
})

test('a booking whose report waits for a signature is not offered to its lab to complete: the dialog says what it waits for', async () => {
  const processing = { ...lipid, visitId: null, visitSize: null, status: 'lab-processing' } as const
  asked.mockResolvedValue({ ...processing, draft: { id: 'r1', version: 1, isReturned: false } } as never)
  show([processing])
  press()
  expect((await screen.findByRole('alertdialog')).textContent).toMatch(
    /Lipid Profile waits for a pathologist’s signature.*signed or sent back/,
  )
  expect(screen.queryByRole('button', { name: /^Complete/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(bodies()).toEqual([])
})

test('a booking whose report is released is completed with one press', async () => {
  asked.mockResolvedValue(answer({ ...lipid, status: 'completed' }))
  const reportReleasedAt = '2026-11-20T10:00:00.000Z'
  show([{ ...lipid, visitId: null, visitSize: null, status: 'lab-processing', reportReleasedAt }])
  press()
  await waitFor(() => expect(bodies()).toEqual([{ status: 'completed' }]))
})

test('before it is confirmed, area, people and tests are shown with the reason', () => {
  show([lipid, thyroid])
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toEqual(['380009 Ahmedabad', '2', 'Lipid Profile, Thyroid Profile'])
  expect(screen.getByText('The details are shown as soon as you have confirmed the booking.')).toBeTruthy()
})
