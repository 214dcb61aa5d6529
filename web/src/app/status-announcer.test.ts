import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aBooking, aLab } from '@/testing/fixtures'
import { announceIntervalMs, createStatusAnnouncer } from './status-announcer'

let said: string[]
let announcer: ReturnType<typeof createStatusAnnouncer>

beforeEach(() => {
  vi.useFakeTimers()
  said = []
  announcer = createStatusAnnouncer((sentence) => said.push(sentence))
})
afterEach(() => {
  announcer.stop()
  vi.useRealTimers()
})

const arrives = (id: string) => announcer.onStatusChange({ before: undefined, after: aBooking({ id }) })
const moves = (id: string) =>
  announcer.onStatusChange({ before: aBooking({ id }), after: aBooking({ id, status: 'confirmed' }) })

describe('what moved, for who cannot see it', () => {
  it('is told at once and by its name where all was quiet', () => {
    moves('b1')
    expect(said).toEqual(['Complete Blood Count is now: Confirmed'])
    vi.advanceTimersByTime(announceIntervalMs)
    arrives('b2')
    expect(said[1]).toBe('New booking: Complete Blood Count, Pending')
  })

  it('is counted where much moves, and told once in a while', () => {
    for (let n = 0; n < 2_000; n += 1) {
      if (n % 4 === 0) arrives(`new ${n}`)
      else moves(`b${n}`)
      vi.advanceTimersByTime(5)
    }
    vi.advanceTimersByTime(announceIntervalMs)
    // ten seconds: at once, after 4 and 8 seconds, and the rest
    expect(said).toHaveLength(4)
    expect(said[1]).toMatch(/^\d+ new bookings, \d+ bookings moved on$/)
    const told = said.slice(1).flatMap((sentence) => (sentence.match(/\d+/g) ?? []).map(Number))
    expect(told.reduce((sum, n) => sum + n)).toBe(1_999)
  })

  it('counts a booking once, however often it moved meanwhile', () => {
    moves('b1')
    arrives('b2')
    announcer.onStatusChange({
      before: aBooking({ id: 'b2' }),
      after: aBooking({ id: 'b2', status: 'confirmed' }),
    })
    vi.advanceTimersByTime(announceIntervalMs)
    expect(said[1]).toBe('New booking: Complete Blood Count, Confirmed')
  })

  it('calls nothing new that is half done and comes from no list that is shown', () => {
    announcer.onStatusChange({ before: undefined, after: aBooking({ status: 'lab-processing' }) })
    expect(said).toEqual(['Complete Blood Count is now: Lab Processing'])
  })

  it('leaves labs out, and stops with the screen', () => {
    announcer.onStatusChange({ before: undefined, after: aLab() })
    moves('b1')
    moves('b2')
    announcer.stop()
    vi.advanceTimersByTime(2 * announceIntervalMs)
    expect(said).toHaveLength(1)
  })
})
