import { expect, it } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { nextWithoutReport } from './use-report-dialog'

it('the next report is that of the next booking in the lab without one, from the beginning after the end', () => {
  const processing = (id: string, reportReleasedAt: string | null = null) =>
    createBooking({ id, status: 'lab-processing', reportReleasedAt })
  const rows = [
    processing('a'),
    createBooking({ id: 'pending' }),
    processing('b', '2026-11-20T10:00:00.000Z'),
    processing('c'),
  ]
  const nextOf = (id: string, ...done: string[]) => nextWithoutReport(rows, id, new Set(done))?.id
  expect(nextOf('a')).toBe('c')
  expect(nextOf('c')).toBe('a')
  expect(nextOf('c', 'a'), 'whose PDF is being made').toBeUndefined()
})
