import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ChartCard } from './chart-card'

const table = {
  head: ['Day', 'Bookings'],
  rows: [
    ['21 Nov 2026', '12'],
    ['20 Nov 2026', '9'],
  ],
}

function renderCard(isEmpty = false) {
  render(
    <ChartCard title="Bookings" description="By day" table={table} isEmpty={isEmpty}>
      <p>Chart</p>
    </ChartCard>,
  )
}

test('the numbers of a chart are available to screen readers as a table', () => {
  renderCard()
  expect(screen.getByText('Chart')).toBeTruthy()
  const rows = within(screen.getByRole('table', { name: 'Bookings' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['DayBookings', '21 Nov 202612', '20 Nov 20269'])
  expect(screen.getByRole('rowheader', { name: '20 Nov 2026' })).toBeTruthy()
})

test('a button switches between a chart and its table', async () => {
  renderCard()
  const toggle = screen.getByRole('button', { name: 'Bookings as a table' })
  await userEvent.click(toggle)
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByText('Chart')).toBeNull()
  // a scrolling region must be reachable by keyboard
  expect(screen.getByRole('region', { name: 'Bookings, table' }).tabIndex).toBe(0)
  expect(screen.getAllByRole('table')).toHaveLength(1)
  await userEvent.click(toggle)
  expect(screen.getByText('Chart')).toBeTruthy()
})

test('a chart without data shows a text', () => {
  renderCard(true)
  expect(screen.getByText('Nothing yet.')).toBeTruthy()
  expect(screen.queryByText('Chart')).toBeNull()
})
