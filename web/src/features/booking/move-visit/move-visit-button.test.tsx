import { cleanup, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { MoveVisitButton } from './move-visit-button'

const show = (changes: Parameters<typeof createBooking>[0], now = '2026-11-21T00:00:00Z') => {
  vi.useFakeTimers({ now: new Date(now) })
  render(<MoveVisitButton booking={createBooking(changes)} />)
  return screen.queryByRole('button', { name: /Move visit/ }) as HTMLButtonElement | null
}

test('a visit that is to come can be moved; a button that cannot be used says why, and a begun collection has none', () => {
  expect(show({})?.disabled).toBe(false)
  cleanup()
  const button = show({ customerMoves: 3 })
  expect(button?.disabled).toBe(true)
  const reason = document.getElementById(button?.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toContain('three times')
  cleanup()
  expect(show({ status: 'sample-collection' })).toBeNull()
})
