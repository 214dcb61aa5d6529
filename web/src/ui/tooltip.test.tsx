import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from './tooltip'

beforeEach(() => void vi.useFakeTimers())
function hover(): void {
  fireEvent.pointerMove(screen.getByRole('button'), { pointerType: 'mouse' })
}

function advance(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms))
}

function renderTooltip(): void {
  render(
    <Tooltip content="Detect location">
      <button type="button">Detect</button>
    </Tooltip>,
  )
}

test('a tooltip opens after 700 ms and not earlier [S9.10]', () => {
  renderTooltip()
  hover()
  advance(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
  advance(1)
  expect(screen.getByRole('tooltip').textContent).toBe('Detect location')
})

test('a tooltip opens at once within 300 ms of the previous one, and after a delay later [S9.10]', () => {
  renderTooltip()
  hover()
  advance(700)
  for (const [pauseMs, opensAtOnce] of [
    [299, true],
    [300, false],
  ] as const) {
    fireEvent.pointerLeave(screen.getByRole('button'), { pointerType: 'mouse' })
    fireEvent.keyDown(document, { key: 'Escape' })
    advance(pauseMs)
    expect(screen.queryByRole('tooltip')).toBeNull()
    hover()
    advance(0)
    expect(screen.queryByRole('tooltip') !== null, `after ${pauseMs} ms`).toBe(opensAtOnce)
  }
})
