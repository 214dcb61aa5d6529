import { describe, expect, test } from 'vitest'
import { addDays, dateInIndia, dateText, instantText, minutesInIndia, slotHasBegun, slotText } from './dates'
import { rupeesText } from './numbers'
import { initials, shortId } from './text'

test('rupees are grouped as in India, with paise only where there are some', () => {
  expect(rupeesText(899)).toBe('₹899')
  expect(rupeesText(123456)).toBe('₹1,23,456')
  expect(rupeesText(123456.5)).toBe('₹1,23,456.50')
})

describe('dates', () => {
  test('are written day, month, year', () => {
    expect(dateText('2026-11-21')).toBe('21 Nov 2026')
    expect(dateText('2026-09-01')).toBe('1 Sep 2026')
  })

  test('of instants are those of India', () => {
    expect(dateText('2026-11-20T18:29:59.000Z')).toBe('20 Nov 2026')
    expect(dateText('2026-11-20T18:30:00.000Z')).toBe('21 Nov 2026')
    expect(instantText('2026-11-21T02:35:00.000Z')).toBe('21 Nov 2026, 8:05 am')
  })

  test('today begins at midnight in Asia/Kolkata, whatever the clock of the phone says', () => {
    expect(dateInIndia(new Date('2026-11-20T18:29:59Z'))).toBe('2026-11-20')
    expect(dateInIndia(new Date('2026-11-20T18:30:00Z'))).toBe('2026-11-21')
    expect(minutesInIndia(new Date('2026-11-20T18:45:00Z'))).toBe(15)
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
})

describe('slots', () => {
  test('are written as people say them', () => {
    expect(slotText('08:00-10:00')).toBe('8:00–10:00 am')
    expect(slotText('10:00-12:00')).toBe('10:00 am–12:00 pm')
    expect(slotText('12:00-14:00')).toBe('12:00–2:00 pm')
    expect(slotText('09:00')).toBe('9:00 am')
  })

  test('have begun from their first minute on', () => {
    const before = new Date('2026-11-21T02:29:59Z')
    const eight = new Date('2026-11-21T02:30:00Z')
    expect(slotHasBegun('2026-11-21', '08:00-10:00', before)).toBe(false)
    expect(slotHasBegun('2026-11-21', '08:00-10:00', eight)).toBe(true)
    expect(slotHasBegun('2026-11-22', '06:00-08:00', eight)).toBe(false)
    expect(slotHasBegun('2026-11-20', '16:00-18:00', eight)).toBe(true)
  })
})

test('ids are shown as their first 8 characters, names as initials', () => {
  expect(shortId('1fbcdcc7-0e68-4021-b15e-302adbe38e88')).toBe('1fbcdcc7')
  expect(initials('Asha Patel')).toBe('AP')
  expect(initials('')).toBe('U')
})
