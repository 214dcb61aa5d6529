import { expect, test } from 'vitest'
import { nextStatus } from './next-status'

test('one step a press along the way of the lab, and none at its end or off it', () => {
  expect(nextStatus('pending')).toBe('confirmed')
  expect(nextStatus('confirmed')).toBe('sample-collection')
  expect(nextStatus('sample-collection')).toBe('lab-processing')
  expect(nextStatus('lab-processing')).toBe('completed')
  expect(nextStatus('completed')).toBeUndefined()
  expect(nextStatus('cancelled')).toBeUndefined()
  expect(nextStatus('pending_customer_confirmation')).toBeUndefined()
})
