import { expect, it } from 'vitest'
import { compareLists, findMissing } from './compare-lists.ts'

const [a, b, c] = [
  { id: 'a', position: 3 },
  { id: 'b', position: 2 },
  { id: 'c', position: 1 },
]
const firstPage = { rows: [a, b], limit: 2 }
const whole = { rows: [a, b, c], limit: 50 }

it('A list that a client shows differs from the whole list if a row is missing or old', () => {
  expect(compareLists([a, b, c], whole)).toEqual([])
  expect(findMissing([a, b, c], whole, 3)).toEqual([])
  expect(compareLists([a, c], whole)).toEqual(['2 rows instead of 3'])
  expect(compareLists([a, { ...b, position: 1 }, c], whole)).toHaveLength(1)
  expect(findMissing([a, c], whole, 3)).toEqual(['b is missing, and it is at 2'])
  expect(findMissing([a, { ...b, position: 1 }, c], whole, 3)).toEqual(['b is at 1, and it is at 2'])
})

it('A client may lack rows that changed after the position, rows below its first page, and what changes without an event', () => {
  expect(findMissing([b, c], whole, 2)).toEqual([])
  expect(findMissing([a], firstPage, 3)).toEqual([])
  expect(compareLists([a], firstPage)).toEqual([])
  expect(compareLists([a, b, c], firstPage)).toEqual([])
  const [unread, read] = [
    { ...a, read: false },
    { ...a, read: true, patientName: 'Asha' },
  ]
  expect(compareLists([unread], { rows: [read], limit: 50 })).toEqual([])
})
