import { describe, expect, it } from 'vitest'
import { acceptsSms } from './sms-numbers.ts'

describe('SMS', () => {
  it('are sent to Indian mobile numbers in E.164', () => {
    for (const phone of ['+919876543210', '+919999900001', '+917001000001']) {
      expect(acceptsSms(phone), phone).toBe(true)
    }
  })

  it('are not sent to landlines, numbers of other countries, and texts that are no number [V2.4.1]', () => {
    for (const phone of [
      '+917926581234',
      '+14155550100',
      '+18765551234',
      '9876543210',
      '+91',
      '',
      '1234567',
    ]) {
      expect(acceptsSms(phone), phone).toBe(false)
    }
  })
})
