import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { DaysOff } from './days-off'

const asked = vi.hoisted(() => vi.fn())
vi.mock('./calls', () => ({
  mostOfDay: 50,
  useOpenBookingsOfDay: (day: string, lab?: string) => {
    const rows = asked(day, lab)
    return { data: rows, rows }
  },
}))

const booked = [
  createBooking({ id: 'b1', orderNumber: 'JN-2036-000007', patientName: 'Kamala Patel' }),
  createBooking({ id: '1fbcdcc7-0e68', scheduledTime: null }),
]
asked.mockImplementation((day: string) => (day === '2036-01-27' ? [] : booked))

function Days({ declared, lab }: { declared: string[]; lab?: string }) {
  const [days, setDays] = useState(declared)
  return (
    <MemoryRouter>
      <DaysOff
        days={days}
        declared={declared}
        lab={lab}
        error={undefined}
        onChange={setDays}
        onLook={() => {}}
      />
    </MemoryRouter>
  )
}

function add(day: string) {
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: day } })
  fireEvent.click(screen.getByRole('button', { name: 'Add Day Off' }))
}

test('a day off with visits on it warns with the list of them before it is stored, and leads to them', () => {
  render(<Days declared={[]} />)
  add('2036-01-26')
  const warning = within(screen.getByRole('alert', { name: 'Bookings on 26 Jan 2036' }))
  expect(warning.getByText('2 bookings are on 26 Jan 2036.')).toBeTruthy()
  expect(warning.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '8:00–10:00 am, JN-2036-000007, Kamala Patel',
    'Instant, #1fbcdcc7',
  ])
  expect(warning.getByRole('link', { name: 'Open these bookings' }).getAttribute('href')).toBe(
    '/lab/bookings?from=2036-01-26&to=2036-01-26&sort=visit',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Remove 26 Jan 2036' }))
  expect(screen.queryByRole('alert')).toBeNull()
  add('2036-01-27')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a day off that is stored leads to its bookings; an admin sees those of the lab', () => {
  render(<Days declared={['2036-01-26']} lab="l1" />)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('link', { name: '26 Jan 2036' }).getAttribute('href')).toBe(
    '/admin/bookings?lab=l1&from=2036-01-26&to=2036-01-26&sort=visit',
  )
  add('2036-01-28')
  expect(asked).toHaveBeenLastCalledWith('2036-01-28', 'l1')
})
