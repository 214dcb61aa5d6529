import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useChartCursor } from '@/components/chart/use-chart-cursor'
import { InteractiveChart } from './chart-parts'

const days = ['18 Nov', '19 Nov', '20 Nov', '21 Nov']

function Chart() {
  const cursor = useChartCursor(days.length, (x) => Math.floor(x / 10))
  const day = days[cursor.current] ?? ''
  return (
    <InteractiveChart
      label="Day by day"
      count={days.length}
      cursor={cursor}
      valueText={`${day}: 12 bookings`}
      tooltip={<p>Tooltip of {day}</p>}
      tooltipPosition={{ left: 0, top: 0 }}
      height={100}
    >
      <svg aria-hidden="true" />
    </InteractiveChart>
  )
}

test('the arrow keys move through a chart, and each value is announced and shown', async () => {
  render(<Chart />)
  const slider = screen.getByRole('slider', { name: 'Day by day' })
  expect(slider.getAttribute('aria-valuetext')).toBe('21 Nov: 12 bookings')
  expect(screen.queryByText(/^Tooltip/)).toBeNull()

  await userEvent.tab()
  expect(document.activeElement).toBe(slider)
  await userEvent.keyboard('{ArrowLeft}')
  expect(slider.getAttribute('aria-valuetext')).toBe('20 Nov: 12 bookings')
  expect(screen.getByText('Tooltip of 20 Nov')).toBeTruthy()
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(slider.getAttribute('aria-valuenow')).toBe('0')
  await userEvent.keyboard('{End}')
  expect(slider.getAttribute('aria-valuenow')).toBe('3')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText(/^Tooltip/)).toBeNull()
})

test('the tooltip of a chart closes when the chart loses focus', async () => {
  render(<Chart />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  await userEvent.tab()
  expect(screen.queryByText(/^Tooltip/)).toBeNull()
})
