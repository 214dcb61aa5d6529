import { describe, expect, it } from 'vitest'
import { compareLists, findMissing } from './compare-lists.ts'

const [a, b, c] = [
  { id: 'a', position: 3 },
  { id: 'b', position: 2 },
  { id: 'c', position: 1 },
]
const page = { rows: [a, b], limit: 2 }
const whole = { rows: [a, b, c], limit: 50 }

describe('comparing what a client shows with a fresh page', () => {
  it('finds no difference between equal lists', () => {
    expect(compareLists([a, b, c], whole)).toEqual([])
    expect(findMissing([a, b, c], whole, 3)).toEqual([])
  })

  it('finds a missing row and an old one', () => {
    expect(compareLists([a, c], whole)).toEqual(['2 rows instead of 3'])
    expect(compareLists([a, { ...b, position: 1 }, c], whole)).toHaveLength(1)
    expect(findMissing([a, c], whole, 3)).toEqual(['b is missing, and it is at 2'])
    expect(findMissing([a, { ...b, position: 1 }, c], whole, 3)).toEqual(['b is at 1, and it is at 2'])
  })

  it('asks for no row that changed after the position', () => {
    expect(findMissing([b, c], whole, 2)).toEqual([])
  })

  it('asks for no row below the last one of a first page, and permits more rows than it', () => {
    expect(findMissing([a], page, 3)).toEqual([])
    expect(compareLists([a], page)).toEqual([])
    expect(compareLists([a, b, c], page)).toEqual([])
  })

  it('ignores whether a notification was read, and its text', () => {
    const shown = { ...a, read: false, title: 'Booked', body: 'unpaid' }
    const fresh = { ...a, read: true, title: 'Booked', body: 'paid' }
    expect(compareLists([shown], { rows: [fresh], limit: 50 })).toEqual([])
  })
})
