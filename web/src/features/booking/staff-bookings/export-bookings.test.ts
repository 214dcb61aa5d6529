import { expect, it } from 'vitest'
import { csvCell } from '@/lib/files'
import { createBooking } from '@/testing/fixtures'
import { bookingsCsv } from './export-bookings'

it('the CSV export starts with a byte order mark and has a line of headings and one line per booking', () => {
  const text = bookingsCsv([createBooking(), createBooking({ id: 'b2' })])
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const lines = text.slice(1).split('\r\n')
  expect(lines[0]).toMatch(/^Booking ID,Order,Test,Status,/)
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(
    'b1,,Complete Blood Count,Pending,scheduled,2026-11-22,08:00-10:00,Ahmedabad,299,',
  )
})

it('the CSV export has the method by which a booking was paid, and the reference that was typed', () => {
  const paid = createBooking({ paymentMethod: 'upi', paymentReference: 'UTR 4711', paymentStatus: 'paid' })
  expect(bookingsCsv([paid])).toContain(',299,UPI,UTR 4711,yes,')
})

it('the CSV export does not contain texts that a spreadsheet would execute as formulas [V1.3.3]', () => {
  for (const evil of ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', ' =1', '\r=1']) {
    expect(csvCell(evil).replace(/^"/, '').startsWith("'"), JSON.stringify(evil)).toBe(true)
  }
  expect(csvCell('Iron - total')).toBe('Iron - total')
})

it('the CSV export quotes commas, quotes and line breaks within a cell, and writes amounts as numbers', () => {
  expect(csvCell('T3, T4 and "TSH"')).toBe('"T3, T4 and ""TSH"""')
  expect(csvCell('one\ntwo')).toBe('"one\ntwo"')
  expect(csvCell(-12.5)).toBe('-12.5')
})
