import { describe, expect, it } from 'vitest'
import { acceptsSms } from './sms-numbers.ts'

describe('SMS', () => {
  it('are sent to Indian mobile numbers in E.164', () => {
    for (const phone of ['+919876543210', '+919999900001', '+917001000001']) {
      expect(acceptsSms(phone, ['IN']), phone).toBe(true)
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
      expect(acceptsSms(phone, ['IN']), phone).toBe(false)
    }
  })

  it('are sent to the countries that an operator adds, and not to others with the same prefix', () => {
    expect(acceptsSms('+14155550100', ['IN', 'US'])).toBe(true)
    // Jamaica
    expect(acceptsSms('+18765551234', ['IN', 'US'])).toBe(false)
  })
})
