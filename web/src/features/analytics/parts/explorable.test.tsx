import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Explorable } from './explorable'
import { useCursor } from './use-cursor'

afterEach(cleanup)

const days = ['18 Nov', '19 Nov', '20 Nov', '21 Nov']

function Chart() {
  const cursor = useCursor(days.length, (x) => Math.floor(x / 10))
  const day = days[cursor.shown] ?? ''
  return (
    <Explorable
      label="Day by day"
      count={days.length}
      cursor={cursor}
      said={`${day}: 12 bookings`}
      tooltip={<p>tip of {day}</p>}
      at={{ left: 0, top: 0 }}
      height={100}
    >
      <svg aria-hidden="true" />
    </Explorable>
  )
}

test('a chart is walked through with the arrow keys, and each place is said and shown', async () => {
  render(<Chart />)
  const slider = screen.getByRole('slider', { name: 'Day by day' })
  expect(slider.getAttribute('aria-valuetext')).toBe('21 Nov: 12 bookings')
  expect(screen.queryByText(/^tip/)).toBeNull()

  await userEvent.tab()
  expect(document.activeElement).toBe(slider)
  await userEvent.keyboard('{ArrowLeft}')
  expect(slider.getAttribute('aria-valuetext')).toBe('20 Nov: 12 bookings')
  expect(screen.getByText('tip of 20 Nov')).toBeTruthy()
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(slider.getAttribute('aria-valuenow')).toBe('0')
  await userEvent.keyboard('{End}')
  expect(slider.getAttribute('aria-valuenow')).toBe('3')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText(/^tip/)).toBeNull()
})

test('the tooltip goes when the chart is left', async () => {
  render(<Chart />)
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  await userEvent.tab()
  expect(screen.queryByText(/^tip/)).toBeNull()
})
