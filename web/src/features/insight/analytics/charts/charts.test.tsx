import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createAnalytics } from '@/testing/analytics'
import { memoByContent } from '../components/chart-card'
import { Charts } from './charts'

function rowsOf(name: string): string[] {
  const [, ...rows] = within(screen.getByRole('table', { name })).getAllByRole('row')
  return rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))
}

test('every chart shows its numbers in a table', () => {
  render(<Charts analytics={createAnalytics()} />)
  const days = rowsOf('Bookings and revenue')
  expect(days).toHaveLength(60)
  expect(days[0]).toBe('21 Nov 2026 | 12 | ₹4,999')
  expect(rowsOf('How far bookings come')).toContain('Completed | 60 | 60%')
  expect(rowsOf('Collection slots')).toEqual(['6:00–8:00 am | 30 | 2', '8:00–10:00 am | 50 | 8'])
  expect(rowsOf('Turnaround per lab')).toEqual(['Sabar Diagnostics | 60 | 31 h | 46 h'])
  expect(rowsOf('Cancellations')).toEqual(['Customer’s request | 6 | 75%', 'Duplicate | 2 | 25%'])
  expect(rowsOf('Packages by revenue')).toEqual([
    'Thyroid Profile | 40 | ₹19,960',
    'All others | 20 | ₹5,000',
  ])
  expect(rowsOf('Cities')).toEqual(['Pune | 60 | 60%', 'Other | 40 | 40%'])
})

test('a chart is drawn again only when its content has changed', () => {
  const draw = vi.fn((_: { days: object[] }) => null)
  const Chart = memoByContent(draw)
  const days = [{ date: '2026-11-21', bookings: 1 }]
  const { rerender } = render(<Chart days={days} />)
  rerender(<Chart days={structuredClone(days)} />)
  expect(draw).toHaveBeenCalledTimes(1)
  rerender(<Chart days={[{ date: '2026-11-21', bookings: 2 }]} />)
  expect(draw).toHaveBeenCalledTimes(2)
})
