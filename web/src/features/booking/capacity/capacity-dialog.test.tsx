import { bySlot, type CapacityView } from '@jaanch/booking/capacity/api'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/testing/render-screen'
import { CapacityDialog } from './capacity-dialog'

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
