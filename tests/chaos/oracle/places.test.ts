import { describe, expect, it } from 'vitest'
import { findUnexplained, type Places } from './places.ts'

const [lab, otherLab, addressId] = ['lab', 'other-lab', 'address']
const date = '2030-01-02'
const sentAt = Date.parse('2030-01-01T06:00:00Z')

const capacity = (labPartnerId: string, visits: number) => ({
  labPartnerId,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  slots: Array.from({ length: 6 }, () => visits),
  instant: false,
  excludedPackageIds: ['excluded'],
  daysOff: ['2030-01-03'],
})

/** Places of the second slot that are taken from so many ms after the request was sent */
const taken = (after: number, count: number, of = lab) => ({
  at: sentAt + after,
  labPartnerId: of,
  date,
  taken: [0, count, 0, 0, 0, 0],
})

function places(changes: Places['changes'], labs = [lab]): Places {
  const capacities = new Map(labs.map((id) => [id, capacity(id, 2)]))
  return { capacities, changes, labsOf: new Map([[addressId, labs]]) }
}

const booking = {
  addressId,
  packageId: 'test',
  collectionType: 'scheduled',
  scheduledDate: date,
  scheduledTime: '08:00-10:00',
}

/** @returns how many refusals are unexplained, of one that was answered 100 ms after it was sent */
function unexplained(known: Places, body: Record<string, unknown> = booking): number {
  const call = { method: 'POST', path: '/api/bookings', body } as const
  return findUnexplained([{ call, sentAt, answeredAt: sentAt + 100 }], known).length
}

describe('explaining a booking that was refused because no place was free', () => {
  it('accepts that all places were taken before, or for a moment meanwhile', () => {
    expect(unexplained(places([taken(-10, 2)]))).toBe(0)
    expect(unexplained(places([taken(-10, 1), taken(50, 2), taken(60, 1)]))).toBe(0)
  })

  it('finds a place that was free all the time, though it was taken before or later', () => {
    expect(unexplained(places([]))).toBe(1)
    expect(unexplained(places([taken(-10, 1)]))).toBe(1)
    expect(unexplained(places([taken(-20, 2), taken(-10, 1), taken(200, 2)]))).toBe(1)
  })

  it('wants all labs of the area to be full at the same moment', () => {
    const both = [lab, otherLab]
    const alternating = [taken(-10, 2), taken(20, 1), taken(30, 2, otherLab)]
    expect(unexplained(places(alternating, both))).toBe(1)
    expect(unexplained(places([...alternating, taken(40, 2)], both))).toBe(0)
  })

  it('accepts a day off, and a test that the lab does not do', () => {
    expect(unexplained(places([]), { ...booking, scheduledDate: '2030-01-03' })).toBe(0)
    expect(unexplained(places([]), { ...booking, packageId: 'excluded' })).toBe(0)
  })

  it('finds a refusal where no lab limits anything', () => {
    expect(unexplained(places([taken(-10, 2)], []))).toBe(1)
  })

  it('accepts that nobody collects within four hours, and finds it if a lab does', () => {
    const instant = { ...booking, collectionType: 'instant', scheduledDate: null, scheduledTime: null }
    const known = places([])
    expect(unexplained(known, instant)).toBe(0)
    const collects = new Map([[lab, { ...capacity(lab, 2), instant: true }]])
    expect(unexplained({ ...known, capacities: collects }, instant)).toBe(1)
  })
})
