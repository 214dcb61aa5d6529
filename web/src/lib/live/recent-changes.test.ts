import { expect, it } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { bookingChange } from './change'
import { createRecentChanges } from './recent-changes'

const change = (id: string, position: number) => bookingChange(createBooking({ id, position }))

it('the recent changes hold the latest change of each row, in order of position', () => {
  const changes = createRecentChanges()
  changes.add(change('a', 1))
  changes.add(change('b', 2))
  changes.add(change('a', 3))
  expect(changes.after(0).map(({ id, position }) => [id, position])).toEqual([
    ['b', 2],
    ['a', 3],
  ])
  expect(changes.after(2).map(({ id }) => id)).toEqual(['a'])
})

it('the recent changes reject a change that is older than the stored one of the row', () => {
  const changes = createRecentChanges()
  changes.add({ kind: 'booking', id: 'a', position: 5, row: null })
  expect(changes.add(change('a', 4))).toBe(false)
  expect(changes.add(change('a', 6))).toBe(true)
})

it('the recent changes drop the oldest when they are full, and return its position', () => {
  const changes = createRecentChanges(2)
  changes.add(change('a', 1))
  changes.add(change('b', 2))
  expect(changes.droppedUpTo()).toBe(0)
  changes.add(change('c', 3))
  expect(changes.droppedUpTo()).toBe(1)
  expect(changes.after(0).map(({ id }) => id)).toEqual(['b', 'c'])
})
