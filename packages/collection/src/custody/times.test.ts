import { describe, expect, it } from 'vitest'
import { timeOf } from './times.ts'

const now = new Date('2026-01-30T05:00:00Z')
const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours
/** The visit was given to the collector three hours ago */
const bounds = { earliest: now.getTime() - 3 * hours, latest: Number.POSITIVE_INFINITY }

function ago(ms: number): string {
  return new Date(now.getTime() - ms).toISOString()
}

describe('the time of a record', () => {
  it('is that of the device without its measured offset, also if its clock is a year off, which is marked', () => {
    expect(timeOf({ deviceAt: ago(-9 * hours + 10 * minutes), offsetMs: 9 * hours }, bounds, now)).toEqual({
      at: ago(10 * minutes),
      marks: [],
    })
    expect(timeOf({ deviceAt: ago(365 * days + 10 * minutes), offsetMs: -365 * days }, bounds, now)).toEqual({
      at: ago(10 * minutes),
      marks: ['clock-off'],
    })
  })

  it('is that of the server, with a mark, where the clock of the device cannot be believed', () => {
    for (const clock of [
      { deviceAt: ago(365 * days), offsetMs: null },
      { deviceAt: ago(-5 * hours), offsetMs: null },
      // before the visit was given to anybody
      { deviceAt: ago(4 * hours), offsetMs: 0 },
      { deviceAt: '0000-01-01T00:00:00Z', offsetMs: null },
      { deviceAt: '9999-12-31T23:59:59Z', offsetMs: -8.64e15 },
    ])
      expect(timeOf(clock, bounds, now)).toEqual({ at: now.toISOString(), marks: ['clock-off'] })
  })

  it('ignores an offset that no measurement gives, and marks it', () => {
    for (const offsetMs of [8.64e15, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
      expect(timeOf({ deviceAt: ago(10 * minutes), offsetMs }, bounds, now)).toEqual({
        at: ago(10 * minutes),
        marks: ['clock-off'],
      })
  })

  it('lies between the steps before and after it, without a mark for the seconds by which two clocks differ', () => {
    const seconds = { deviceAt: ago(3 * hours + 5_000), offsetMs: 0 }
    expect(timeOf(seconds, bounds, now).at).toBe(ago(3 * hours))
    expect(timeOf(seconds, bounds, now).marks).toEqual(['late'])
    const received = { ...bounds, latest: now.getTime() - 20 * minutes }
    expect(timeOf({ deviceAt: ago(10 * minutes), offsetMs: 0 }, received, now)).toEqual({
      at: ago(20 * minutes),
      marks: ['clock-off'],
    })
  })

  it('is not before an earlier step that a server whose clock is a minute ahead of this one recorded', () => {
    const ahead = { earliest: now.getTime() + minutes, latest: Number.POSITIVE_INFINITY }
    expect(timeOf({ deviceAt: now.toISOString(), offsetMs: 0 }, ahead, now).at).toBe(ago(-minutes))
  })

  it('is shown as late when the server learns of it an hour afterwards', () => {
    const marks = (ms: number) => timeOf({ deviceAt: ago(ms), offsetMs: 0 }, bounds, now).marks
    expect(marks(hours - 1)).toEqual([])
    expect(marks(hours)).toEqual(['late'])
  })
})
