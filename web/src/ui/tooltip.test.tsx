import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip } from './tooltip'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function enter(): void {
  fireEvent.pointerMove(screen.getByRole('button'), { pointerType: 'mouse' })
}

function wait(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms))
}

function show(): void {
  render(
    <Tooltip text="Detect location">
      <button type="button">here</button>
    </Tooltip>,
  )
}

test('a tooltip opens after 700 ms and not before', () => {
  show()
  enter()
  wait(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
  wait(1)
  expect(screen.getByRole('tooltip').textContent).toBe('Detect location')
})

test('within 300 ms of the last one it opens at once, and later it waits again', () => {
  show()
  enter()
  wait(700)
  for (const [away, opens] of [
    [299, true],
    [300, false],
  ] as const) {
    fireEvent.pointerLeave(screen.getByRole('button'), { pointerType: 'mouse' })
    fireEvent.keyDown(document, { key: 'Escape' })
    wait(away)
    expect(screen.queryByRole('tooltip')).toBeNull()
    enter()
    wait(0)
    expect(screen.queryByRole('tooltip') !== null, `after ${away} ms`).toBe(opens)
  }
})
