import { bySlot, type CapacityView } from '@jaanch/booking/capacity/api'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { CapacityDialog, WaitingAreas } from './capacity-dialog'

const capacity: CapacityView = {
  ...{ cities: ['Pune'], pincodes: [], weekdays: [1], slots: bySlot(() => 1), instant: false },
  ...{ excludedPackageIds: [], daysOff: [], isDeclared: true, changedAt: null },
  waiting: { pincodes: [], cities: [] },
}
const stored = vi.fn()
/** Answers the request for the bookings of the day */
let answerBookings: (response: Response) => void
let askedFor: URLSearchParams | undefined

beforeEach(() => {
  stored.mockReset()
  askedFor = undefined
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === '/api/bookings') {
      askedFor = searchParams
      return new Promise((resolve) => {
        answerBookings = resolve
      })
    }
    if (init?.method === 'PUT') stored(JSON.parse(String(init.body)).daysOff)
    return Response.json(pathname.endsWith('/capacity') ? capacity : [])
  })
})

async function addDayOff() {
  renderScreen(<CapacityDialog labPartnerId="l1" labName="City Lab" onClose={() => {}} />, {
    user: { role: 'lab-partner' },
  })
  fireEvent.change(await screen.findByLabelText('Date'), { target: { value: '2036-01-26' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Day Off' }))
  await waitFor(() => expect(askedFor).toBeDefined())
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Capacity' })

test('a day off is not stored before its bookings are known, with new samples that wait for the customer', async () => {
  await addDayOff()
  expect(askedFor?.get('status')?.split(',')).toContain('pending_customer_confirmation')
  expect(screen.getByText('Looking for bookings on 26 Jan 2036 …')).toBeTruthy()
  expect(save().disabled).toBe(true)
  answerBookings(Response.json([]))
  await waitFor(() => expect(save().disabled).toBe(false))
  expect(screen.queryByText(/Looking for bookings/)).toBeNull()
  fireEvent.click(save())
  await waitFor(() => expect(stored).toHaveBeenCalledWith(['2036-01-26']))
})

test('a day off whose bookings could not be loaded says so, and is stored only after a question', async () => {
  await addDayOff()
  answerBookings(Response.json({ error: 'Please try later', code: 'overloaded' }, { status: 503 }))
  expect(await screen.findByText('The bookings on 26 Jan 2036 could not be loaded.')).toBeTruthy()
  fireEvent.click(save())
  await screen.findByText('Save without seeing the bookings?')
  expect(stored).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(stored).toHaveBeenCalledWith(['2036-01-26']))
})

const lab = { labPartnerId: 'l1', labName: 'Sabar Diagnostics' }
const waiting = { pincodes: ['110005'], cities: ['Pune', 'Nagpur'] }

test('areas that wait for consent are named to the lab, which is told that they limit nobody', () => {
  render(<WaitingAreas {...lab} waiting={waiting} />)
  expect(screen.getByRole('region', { name: 'Areas that wait for consent' }).textContent).toMatch(
    /wait for the consent of an admin.*limit nobody.*Pune, Nagpur, 110005/,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('areas that wait for consent are nothing where none waits', () => {
  const { container } = render(<WaitingAreas {...lab} waiting={{ pincodes: [], cities: [] }} />)
  expect(container.textContent).toBe('')
})

test('areas that wait for consent get the consent of an admin with one press: to those that are shown', async () => {
  const fetched = vi.fn(async (_: unknown, init?: RequestInit) => {
    expect(JSON.parse(String(init?.body))).toEqual(waiting)
    return Response.json(capacity)
  })
  vi.stubGlobal('fetch', fetched)
  const onConsent = vi.fn()
  render(<WaitingAreas {...lab} waiting={waiting} onConsent={onConsent} />)
  fireEvent.click(screen.getByRole('button', { name: 'Consent to These Areas' }))
  await vi.waitFor(() => expect(onConsent).toHaveBeenCalledWith(capacity), { timeout: 120_000 })
  expect(fetched.mock.calls).toHaveLength(1)
  expect(String(fetched.mock.calls[0]?.[0])).toContain('/api/lab-partners/l1/capacity/consent')
})
