import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBooking, createLab } from '@/testing/fixtures'
import { announceIntervalMs, createStatusAnnouncer } from './live-connection'

let announced: string[]
let announcer: ReturnType<typeof createStatusAnnouncer>

beforeEach(() => {
  vi.useFakeTimers()
  announced = []
  announcer = createStatusAnnouncer((sentence) => announced.push(sentence))
})
afterEach(() => {
  announcer.stop()
})

const addBooking = (id: string) =>
  announcer.onStatusChange({ before: undefined, after: createBooking({ id }) })
const confirmBooking = (id: string) =>
  announcer.onStatusChange({
    before: createBooking({ id }),
    after: createBooking({ id, status: 'confirmed' }),
  })

it('a status change is announced at once with the name of the test if there was none before', () => {
  confirmBooking('b1')
  expect(announced).toEqual(['Complete Blood Count is now: Confirmed'])
  vi.advanceTimersByTime(announceIntervalMs)
  addBooking('b2')
  expect(announced[1]).toBe('New booking: Complete Blood Count, Pending')
})

it('a status change of a visit that was moved is its new time', () => {
  announcer.onStatusChange({
    before: createBooking(),
    after: createBooking({ scheduledDate: '2026-11-24', scheduledTime: '10:00-12:00' }),
  })
  expect(announced).toEqual(['Complete Blood Count was moved to 24 Nov 2026, 10:00 am–12:00 pm'])
})

it('a status change is counted and announced once per interval if there are many', () => {
  for (let n = 0; n < 2_000; n += 1) {
    if (n % 4 === 0) addBooking(`new ${n}`)
    else confirmBooking(`b${n}`)
    vi.advanceTimersByTime(5)
  }
  vi.advanceTimersByTime(announceIntervalMs)
  // ten seconds: at once, after 4 and 8 seconds, and the rest
  expect(announced).toHaveLength(4)
  expect(announced[1]).toMatch(/^\d+ new bookings, \d+ bookings moved on$/)
  const counts = announced.slice(1).flatMap((sentence) => (sentence.match(/\d+/g) ?? []).map(Number))
  expect(counts.reduce((sum, n) => sum + n)).toBe(1_999)
})

it('a status change is counted once for a booking that changes several times', () => {
  confirmBooking('b1')
  addBooking('b2')
  announcer.onStatusChange({
    before: createBooking({ id: 'b2' }),
    after: createBooking({ id: 'b2', status: 'confirmed' }),
  })
  vi.advanceTimersByTime(announceIntervalMs)
  expect(announced[1]).toBe('New booking: Complete Blood Count, Confirmed')
})

it('a status change of a booking in the lab is not announced as a new booking, even if no list showed it', () => {
  announcer.onStatusChange({ before: undefined, after: createBooking({ status: 'lab-processing' }) })
  expect(announced).toEqual(['Complete Blood Count is now: Lab Processing'])
})

it('a status change of a lab is not announced, and none after the announcer has stopped', () => {
  announcer.onStatusChange({ before: undefined, after: createLab() })
  confirmBooking('b1')
  confirmBooking('b2')
  announcer.stop()
  vi.advanceTimersByTime(2 * announceIntervalMs)
  expect(announced).toHaveLength(1)
})
