import { expect, it } from 'vitest'
import { dateText, instantText, preciseTimeText, slotText } from './dates'
import { countText, rupeesText } from './numbers'
import { initials, shortId } from './text'

it('an amount in rupees is grouped as in India, with paise only if there are some [S9.2]', () => {
  expect(rupeesText(899)).toBe('₹899')
  expect(rupeesText(123456)).toBe('₹1,23,456')
  expect(rupeesText(123456.5)).toBe('₹1,23,456.50')
})

it('a number is grouped as `Intl` groups it for India', () => {
  const counts = new Intl.NumberFormat('en-IN')
  const rupees = new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: 2,
  })
  for (let value = 1; value < 1e13; value = value * 7 + 3) {
    expect(countText(value)).toBe(counts.format(value))
    expect(rupeesText(value + 0.25)).toBe(rupees.format(value + 0.25))
    expect(rupeesText(-value - 0.5)).toBe(rupees.format(-value - 0.5))
  }
  expect(countText(0)).toBe('0')
  expect(rupeesText(0)).toBe('₹0')
})

it('a date is written as day, month, year', () => {
  expect(dateText('2026-11-21')).toBe('21 Nov 2026')
  expect(dateText('2026-09-01')).toBe('1 Sep 2026')
})

it('a date of an instant is the date in India', () => {
  expect(dateText('2026-11-20T18:29:59.000Z')).toBe('20 Nov 2026')
  expect(dateText('2026-11-20T18:30:00.000Z')).toBe('21 Nov 2026')
  expect(instantText('2026-11-21T02:35:00.000Z')).toBe('21 Nov 2026, 8:05 am')
  expect(preciseTimeText('2026-11-20T18:30:11.123Z')).toBe('00:00:11.123')
})

it('a time slot is written with am and pm', () => {
  expect(slotText('08:00-10:00')).toBe('8:00–10:00 am')
  expect(slotText('10:00-12:00')).toBe('10:00 am–12:00 pm')
  expect(slotText('12:00-14:00')).toBe('12:00–2:00 pm')
  expect(slotText('09:00')).toBe('9:00 am')
})

it('an id is shown as its first 8 characters [S2.13.1 S9.8]', () => {
  expect(shortId('1fbcdcc7-0e68-4021-b15e-302adbe38e88')).toBe('1fbcdcc7')
})

it('the initials of a name are those of its first and last word, U for an empty name [S2.2.4]', () => {
  expect(initials('Asha Patel')).toBe('AP')
  expect(initials('Dr. Nandini Sethi')).toBe('NS')
  for (const name of ['', '🌸']) expect(initials(name)).toBe('U')
})
