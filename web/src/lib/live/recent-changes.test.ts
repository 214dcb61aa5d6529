import { expect, test } from 'vitest'
import { aBooking } from '@/testing/fixtures'
import { bookingChange } from './change'
import { createRecentChanges } from './recent-changes'

const change = (id: string, position: number) => bookingChange(aBooking({ id, position }))

test('remembers the latest change of each row, in order of position', () => {
  const journal = createRecentChanges()
  journal.accept(change('a', 1))
  journal.accept(change('b', 2))
  journal.accept(change('a', 3))
  expect(journal.since(0).map(({ id, position }) => [id, position])).toEqual([
    ['b', 2],
    ['a', 3],
  ])
  expect(journal.since(2).map(({ id }) => id)).toEqual(['a'])
})

test('refuses a change that is older than what it knows of the row', () => {
  const journal = createRecentChanges()
  journal.accept({ kind: 'booking', id: 'a', position: 5, row: null })
  expect(journal.accept(change('a', 4))).toBe(false)
  expect(journal.accept(change('a', 6))).toBe(true)
})

test('forgets the oldest when it is full, and says up to where', () => {
  const journal = createRecentChanges(2)
  journal.accept(change('a', 1))
  journal.accept(change('b', 2))
  expect(journal.forgotten()).toBe(0)
  journal.accept(change('c', 3))
  expect(journal.forgotten()).toBe(1)
  expect(journal.since(0).map(({ id }) => id)).toEqual(['b', 'c'])
})
