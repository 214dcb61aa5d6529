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
    for (const typed of [
      ...['9876543210.0', '9876543210.00', '9876543210.000', '9876543210.000000', '9876543210.'],
      ...['+919876543210.0', '919876543210.0', '98765 43210.0'],
    ])
      expect(phone.parse(typed), typed).toBe('+919876543210')
    for (const typed of ['9876543210.5', '9876543210.05', '9876543210.125', '9.87654321E+09', '98765432.10'])
      expect(phone.safeParse(typed).success, typed).toBe(false)
    expect(phone.parse('98765.43200')).toBe('+919876543200')
  })

  it('with an extension is refused: its digits would make another number of it', () => {
    for (const typed of [
      ...['9876543210 ext 12', '9876543210 x12', '9876543210x12', '9876543210;ext=12', '9876543210#12'],
      ...['9876543210 12', '98765 43210-12', '+91 98765 43210 12', '09876543210 (12)', '(079) 2658 0000 12'],
      ...['9876543210 / 12', '98765 43210 98250 12345'],
    ])
      expect(phone.safeParse(typed).success, typed).toBe(false)
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

  it('is read as the same number, or refused, whatever a spreadsheet, contacts or an extension add to it', () => {
    const mobile = fc
      .stringMatching(/^[6-9]\d{9}$/)
      .filter((digits) => phone.parse(digits) === `+91${digits}`)
    const invisible = fc.constantFrom('', '\u200b', '\u200e', '\u202a', '\u2066', '\u00ad', '\ufeff')
    const separator = fc.constantFrom('', ' ', '-', '\u00a0', '–', '.')
    const before = fc.constantFrom('', '0', '91', '+91', '+91 ', '0091 ')
    const behind = fc.oneof(
      fc.constant(''),
      fc.stringMatching(/^\.\d{0,8}$/),
      fc.stringMatching(/^( ext | x|, | - | \(| )\d{1,5}\)?$/),
      fc.stringMatching(/^E[+]?\d{1,2}$/),
    )
    const zero = fc.constantFrom('0', '०', '০', '௦', '൦', '០', '０', '𝟎')
    const written = fc
      .tuple(mobile, before, separator, invisible, behind, zero)
      .map(([digits, before, separator, invisible, behind, zero]) => {
        const western = `${before}${digits.slice(0, 5)}${separator}${digits.slice(5)}${behind}`
        const typed = western.replace(/\d/g, (digit) =>
          String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
        )
        return { digits, typed: invisible + [...typed].join(invisible), isPlain: behind === '' }
      })
    fc.assert(
      fc.property(written, ({ digits, typed, isPlain }) => {
        const read = phone.safeParse(typed)
        if (isPlain) expect(read.data, typed).toBe(`+91${digits}`)
        if (read.success) expect(read.data, typed).toBe(`+91${digits}`)
      }),
    )
  })
})
