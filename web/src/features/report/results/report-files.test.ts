import { expect, test } from 'vitest'
import { reportFileName } from './report-files'

const report = {
  test: 'Thyroid Profile (T3, T4, TSH)',
  at: '2026-11-20T20:00:00.000Z',
  orderNumber: 'JN-2026-000123',
  bookingId: '12345678-aaaa',
  version: 1,
}

test('the file name of a report holds the test, the date in India and the order number', () => {
  expect(reportFileName(report)).toBe('jaanch-thyroid-profile-t3-t4-tsh-2026-11-21-JN-2026-000123.pdf')
  const { test: _, ...unnamed } = report
  expect(reportFileName(unnamed, 'json')).toBe('jaanch-report-2026-11-21-JN-2026-000123.json')
})

test('an amended report adds its version; without an order number the short booking id is used', () => {
  const amended = { ...report, test: 'CBC', orderNumber: null, version: 2 }
  expect(reportFileName(amended)).toBe('jaanch-cbc-2026-11-21-12345678-v2.pdf')
})

test('a test name without Latin letters still gives a valid file name', () => {
  expect(reportFileName({ ...report, test: 'जाँच' })).toBe('jaanch-2026-11-21-JN-2026-000123.pdf')
})
