import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ChartCard } from './chart-card'

afterEach(cleanup)

const table = {
  head: ['Day', 'Bookings'],
  rows: [
    ['21 Nov 2026', '12'],
    ['20 Nov 2026', '9'],
  ],
}

function show(isEmpty = false) {
  render(
    <ChartCard title="Bookings" note="By day" table={table} isEmpty={isEmpty}>
      <p>the chart</p>
    </ChartCard>,
  )
}

test('a chart has its numbers as a table for those who do not see it', () => {
  show()
  expect(screen.getByText('the chart')).toBeTruthy()
  const rows = within(screen.getByRole('table', { name: 'Bookings' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['DayBookings', '21 Nov 202612', '20 Nov 20269'])
  expect(screen.getByRole('rowheader', { name: '20 Nov 2026' })).toBeTruthy()
})

test('the table takes the chart’s place for everyone who asks for it, and gives it back', async () => {
  show()
  const toggle = screen.getByRole('button', { name: 'Bookings as a table' })
  await userEvent.click(toggle)
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByText('the chart')).toBeNull()
  // what scrolls can be reached by keyboard
  expect(screen.getByRole('region', { name: 'Bookings, table' }).tabIndex).toBe(0)
  expect(screen.getAllByRole('table')).toHaveLength(1)
  await userEvent.click(toggle)
  expect(screen.getByText('the chart')).toBeTruthy()
})

test('where there is nothing to draw, it says so', () => {
  show(true)
  expect(screen.getByText('Nothing yet.')).toBeTruthy()
  expect(screen.queryByText('the chart')).toBeNull()
})
