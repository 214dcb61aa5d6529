import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phone } from './phone.ts'

describe('a phone number', () => {
  it('is converted to the international form if it is a valid Indian number, in any notation [V2.2.1]', () => {
    for (const typed of [
      '9876543210',
      '09876543210',
      '+91 98765 43210',
      '(98765) 43210',
      ' 98765-43210 ',
      '91 98765.43210',
    ]) {
      expect(phone.parse(typed), typed).toBe('+919876543210')
    }
  })

  it('of which a spreadsheet made a decimal is the number before the point, never one with a digit more', () => {
    for (const typed of ['9876543210.0', '9876543210.00', '+919876543210.0', '919876543210.0'])
      expect(phone.parse(typed), typed).toBe('+919876543210')
    for (const typed of ['9876543210.5', '9876543210.05', '9.87654321E+09'])
      expect(phone.safeParse(typed).success, typed).toBe(false)
    expect(phone.parse('98765.43200')).toBe('+919876543200')
  })

  it('pasted from contacts loses invisible marks, and may have any dash and space', () => {
    for (const typed of [
      '\u202a+919876543210\u202c',
      '\u2066+91 98765 43210\u2069',
      '98765\u201143210',
      '98765–43210',
      '98765\u00a043210',
      '\ufeff98765\u200b43210',
    ])
      expect(phone.parse(typed), JSON.stringify(typed)).toBe('+919876543210')
  })

  it('is stored without separators if it is another plausible number (there is no length rule) [S5.4]', () => {
    expect(phone.parse('123-4567')).toBe('1234567')
    expect(phone.parse('+44 20 7946 0958')).toMatch(/^\+442079460958$/)
  })

  it('is rejected if it is not plausible', () => {
    for (const typed of [
      '',
      '12345',
      '+',
      '()()()()',
      '1'.repeat(16),
      'call me',
      '98765 4321O',
      '9876543210 ext 5',
    ]) {
      expect(phone.safeParse(typed).success, typed).toBe(false)
    }
  })

  it('does not change when it is normalised again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?[0-9 ()-]{7,18}$/), (typed) => {
        const once = phone.safeParse(typed)
        if (once.success) expect(phone.parse(once.data)).toBe(once.data)
      }),
    )
  })
})
