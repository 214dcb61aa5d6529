import { expect, test } from 'vitest'
import { createBooking } from '@/testing/fixtures'
import { questionOf } from './use-advance'

test('an admin can complete a booking whose report waits for a signature, and is told that it waits', () => {
  const booking = createBooking({ packageName: 'Lipid Profile', status: 'lab-processing' })
  const doubt = { withoutReport: [booking], unsigned: [booking] }
  const question = questionOf(doubt, true)
  expect(question.description).toContain(
    'The report for Lipid Profile waits for a pathologist’s signature. Complete the booking anyway?',
  )
  expect(question.confirmLabel).toBe('Complete without a report')
  expect(questionOf(doubt, false).confirmLabel).toBeUndefined()
})
