import { describe, expect, it } from 'vitest'
import { maskEmail, maskPhone } from './outbox.ts'

describe('a masked address', () => {
  it('shows the first letter and the domain of an e-mail, and the last two digits of a phone', () => {
    expect(maskEmail('asha.rao@gmail.com')).toBe('a***@gmail.com')
    expect(maskPhone('+919876543210')).toBe('********10')
  })

  it('shows nothing of what is no address', () => {
    for (const text of ['', 'asha', '@gmail.com']) expect(maskEmail(text)).toBe('***')
    for (const text of ['', '12345']) expect(maskPhone(text)).toBe('***')
  })
})
