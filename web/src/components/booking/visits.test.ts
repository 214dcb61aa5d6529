import { describe, expect, it } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { visitText } from './texts'
import { canCancelVisit, groupVisits, peopleText, totalOfVisit } from './visits'

const mother = { name: 'Kamala', relationship: 'Mother' }
const own = createBooking({ id: 'a' })
const self = createBooking({ id: 'b', visitId: 'v1', status: 'confirmed', finalAmount: 299 })
const hers = createBooking({
  id: 'c',
  visitId: 'v1',
  status: 'confirmed',
  finalAmount: 500,
  familyMember: mother,
})
const idsOf = (rows: Parameters<typeof groupVisits>[0], hasMore = false) =>
  groupVisits(rows, hasMore).map(({ id, bookings }) => [id, ...bookings.map((each) => each.id)])

describe('the visits of a list', () => {
  it('have all bookings with their id, at the place of the first one, the customer first; others are visits of their own', () => {
    const late = createBooking({ id: 'd' })
    expect(idsOf([own, self, late, hers])).toEqual([
      ['a', 'a'],
      ['v1', 'b', 'c'],
      ['d', 'd'],
    ])
  })

  it('take in a booking that arrives later, and lose one that leaves the list', () => {
    expect(idsOf([own, hers])).toEqual([
      ['a', 'a'],
      ['v1', 'c'],
    ])
    expect(idsOf([own, hers, self])).toEqual([
      ['a', 'a'],
      ['v1', 'b', 'c'],
    ])
  })

  it('are not known to be whole at the end of a page', () => {
    const wholeOf = (rows: Parameters<typeof groupVisits>[0], hasMore: boolean) =>
      groupVisits(rows, hasMore).map(({ isWhole }) => isWhole)
    expect(wholeOf([own, self, hers], true)).toEqual([true, false])
    expect(wholeOf([own, self, hers], false)).toEqual([true, true])
    expect(wholeOf([self, hers, own], true)).toEqual([true, true])
  })
})

describe('a visit', () => {
  const visit = { id: 'v1', bookings: [self, hers], isWhole: true }

  it('names its people and costs what is not cancelled', () => {
    expect(peopleText(visit)).toBe('Myself, Kamala (Mother)')
    expect(totalOfVisit(visit)).toBe(799)
    const cancelled = { ...self, status: 'cancelled' } as const
    expect(totalOfVisit({ bookings: [cancelled, hers] })).toBe(500)
    expect(totalOfVisit({ bookings: [cancelled] })).toBe(299)
  })

  it('can be cancelled as a whole if each of its bookings can, and all are known', () => {
    expect(canCancelVisit(visit)).toBe(true)
    expect(canCancelVisit({ ...visit, isWhole: false })).toBe(false)
    expect(canCancelVisit({ ...visit, bookings: [self, { ...hers, status: 'pending' }] })).toBe(false)
    expect(canCancelVisit({ ...visit, bookings: [self] })).toBe(false)
  })

  it('is marked on the bookings of staff by its size and the beginning of its id', () => {
    const visitId = '1a2b3c4d-0000-4000-8000-000000000000'
    expect(visitText(createBooking({ visitId, visitSize: 3 }))).toBe('Visit of 3, #1a2b3c4d')
    expect(visitText(createBooking())).toBeUndefined()
  })
})
