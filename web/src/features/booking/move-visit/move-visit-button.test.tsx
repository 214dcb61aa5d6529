import { cleanup, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { MoveVisitButton, whyNotMovable } from './move-visit-button'

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
  expect(show({ status: 'cancelled' })).toBeNull()
})

/** The visit of the fixture begins on 22 November 2026 at 8 in the morning in India. */
const twoHoursBefore = new Date('2026-11-22T00:30:00Z')
const why = (changes: Parameters<typeof createBooking>[0], now = twoHoursBefore) =>
  whyNotMovable(createBooking(changes), now)

test('a visit can be moved by its customer until two hours before it begins, and says so afterwards', () => {
  expect(why({})).toBeUndefined()
  expect(why({}, new Date(twoHoursBefore.getTime() + 1))).toContain('until two hours before')
  expect(why({ scheduledDate: null, scheduledTime: null })).toBeUndefined()
  expect(why({ customerMoves: 2 })).toBeUndefined()
})
