import { expect, test } from 'vitest'
import { createBooking, createReport } from '@/testing/fixtures'
import { reportFileName } from './report-card'

test('the file name of a report holds the test, the date in India and the order number', () => {
  const booking = createBooking({
    packageName: 'Thyroid Profile (T3, T4, TSH)',
    orderNumber: 'JN-2026-000123',
  })
  const report = createReport({ booking, createdAt: '2026-11-20T20:00:00.000Z' })
  expect(reportFileName(report)).toBe('jaanch-thyroid-profile-t3-t4-tsh-2026-11-21-JN-2026-000123.pdf')
})

test('an amended report adds its version; without an order number the short booking id is used', () => {
  const booking = createBooking({ id: '12345678-aaaa', packageName: 'CBC' })
  const report = createReport({ booking, version: 2, createdAt: '2026-11-20T10:00:00.000Z' })
  expect(reportFileName(report)).toBe('jaanch-cbc-2026-11-20-12345678-v2.pdf')
})

test('a test name without Latin letters still gives a valid file name', () => {
  const report = createReport({ booking: createBooking({ packageName: 'जाँच', orderNumber: 'JN-1' }) })
  expect(reportFileName(report)).toBe('jaanch-2026-11-20-JN-1.pdf')
})
