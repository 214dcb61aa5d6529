import { emptyState } from '@jaanch/booking-stream/project'
import { expect, it } from 'vitest'
import { createRecent } from './feed.ts'

const bookings = (...ids: string[]) => ({
  ...emptyState(),
  bookings: new Map(ids.map((id) => [id, { bookingId: id }])) as never,
})

it('keeps the things that changed last', () => {
  const recent = createRecent(3)
  recent.keep(bookings('a', 'b', 'c'))
  recent.keep(bookings('a'))
  recent.keep(bookings('d'))
  expect([...recent.state.bookings.keys()]).toEqual(['c', 'a', 'd'])
  recent.forget()
  expect(recent.state).toEqual(emptyState())
})
