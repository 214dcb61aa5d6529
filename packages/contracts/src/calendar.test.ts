import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateExists,
  hasBegun,
  infantAge,
  infantAgeText,
  istDate,
  istMinutes,
  slotStart,
} from './calendar.ts'
import { timeSlots } from './vocabulary.ts'

describe('the calendar of Asia/Kolkata', () => {
  it('changes date at 18:30 UTC, which is midnight in India', () => {
    expect(istDate(new Date('2026-01-30T18:29:59.999Z'))).toBe('2026-01-30')
    expect(istDate(new Date('2026-01-30T18:30:00.000Z'))).toBe('2026-01-31')
    expect(istDate(new Date('2026-12-31T18:30:00.000Z'))).toBe('2027-01-01')
  })

  it('counts minutes from midnight in India', () => {
    expect(istMinutes(new Date('2026-11-20T18:45:00Z'))).toBe(15)
    expect(istMinutes(new Date('2026-11-21T02:35:00Z'))).toBe(8 * 60 + 5)
  })

  it('agrees with the time zone database at any instant since 1945', () => {
    const reference = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' })
    const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    fc.assert(fc.property(instant, (at) => istDate(at) === reference.format(at)))
  })

  it.each([
    ['2026-01-31', 1, '2026-02-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-01-30', 0, '2026-01-30'],
  ])('%s and %i days is %s', (date, days, expected) => expect(addDays(date, days)).toBe(expected))

  it('starts a slot, and the 09:00 of an order, at its first time in India', () => {
    expect(slotStart('2026-01-30', '06:00-08:00')).toEqual(new Date('2026-01-30T00:30:00Z'))
    expect(slotStart('2026-01-30', '16:00-18:00')).toEqual(new Date('2026-01-30T10:30:00Z'))
    expect(slotStart('2026-01-30', '09:00')).toEqual(new Date('2026-01-30T03:30:00Z'))
  })

  it.each(timeSlots)('begins slot %s at its first instant, not a millisecond earlier', (slot) => {
    const start = slotStart('2026-01-30', slot).getTime()
    expect(hasBegun('2026-01-30', slot, new Date(start - 1))).toBe(false)
    expect(hasBegun('2026-01-30', slot, new Date(start))).toBe(true)
    expect(hasBegun('2026-01-30', slot, new Date(start + 1))).toBe(true)
  })

  it('counts a slot of an earlier date as begun, and one of a later date as not', () => {
    const eight = new Date('2026-11-21T02:30:00Z')
    expect(hasBegun('2026-11-21', '08:00-10:00', eight)).toBe(true)
    expect(hasBegun('2026-11-22', '06:00-08:00', eight)).toBe(false)
    expect(hasBegun('2026-11-20', '16:00-18:00', eight)).toBe(true)
  })
})

describe('a date', () => {
  it('exists if the calendar has it, also as a year or a month', () => {
    for (const date of ['2026', '2026-11', '2028-02-29']) expect(dateExists(date)).toBe(true)
    for (const date of ['2026-13', '2026-02-29', '2026-04-31', '2026-00-10'])
      expect(dateExists(date)).toBe(false)
  })
})

describe('the age of an infant', () => {
  const ageIn = (date: string) => {
    const age = infantAge('2026-01-30', date)
    return age && infantAgeText(age)
  }

  it('is in days until a month is completed, then in months until the second birthday', () => {
    expect(ageIn('2026-01-30')).toBe('0 days')
    expect(ageIn('2026-01-31')).toBe('1 day')
    expect(ageIn('2026-02-28')).toBe('29 days')
    expect(ageIn('2026-03-01')).toBe('1 month')
    expect(ageIn('2028-01-29')).toBe('23 months')
    expect(ageIn('2028-01-30')).toBeNull()
    expect(ageIn('2026-01-29')).toBeNull()
  })
})
