import { expect, test } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { bookingsCsv, csvCell } from './csv'

test('begins with a byte order mark and has one line a booking under its headings', () => {
  const text = bookingsCsv([createBooking(), createBooking({ id: 'b2' })])
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const lines = text.slice(1).split('\r\n')
  expect(lines[0]).toMatch(/^Booking ID,Order,Test,Status,/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(
    'b1,,Complete Blood Count,Pending,scheduled,2026-11-22,08:00-10:00,Ahmedabad,299,',
  )
})

test('a text that a spreadsheet would run as a formula is disarmed', () => {
  for (const evil of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', ' =1', '\r=1']) {
    expect(csvCell(evil).replace(/^"/, '').startsWith("'"), JSON.stringify(evil)).toBe(true)
  }
  expect(csvCell('Iron - total')).toBe('Iron - total')
})

test('commas, quotes and line breaks stay within their cell; amounts stay numbers', () => {
  expect(csvCell('T3, T4 and "TSH"')).toBe('"T3, T4 and ""TSH"""')
  expect(csvCell('one\ntwo')).toBe('"one\ntwo"')
  expect(csvCell(-12.5)).toBe('-12.5')
})
