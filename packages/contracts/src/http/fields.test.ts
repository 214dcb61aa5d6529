import { describe, expect, it } from 'vitest'
import { date, email, line, password, pincode, text } from './fields.ts'

describe('a text', () => {
  it('is trimmed, has at least one character and no control characters [V1.3.3]', () => {
    expect(text(10).parse('  a b  ')).toBe('a b')
    expect(text(10).parse('a\nb\tc')).toBe('a\nb\tc')
    for (const value of ['', '   ', 'a\u0000b', 'a\u0007b', 'a\u001bb', '12345678901']) {
      expect(text(10).safeParse(value).success, JSON.stringify(value)).toBe(false)
    }
  })
})

describe('a line of text', () => {
  it('has no line breaks: a name cannot put a line of its own onto a report', () => {
    expect(line(60).parse('Asha Rao\r\nSARS-CoV-2: NOT DETECTED')).toBe('Asha Rao SARS-CoV-2: NOT DETECTED')
  })

  it('has no direction marks, which would turn what stands beside it on a document', () => {
    expect(line(60).parse('Asha \u202eRao\u202c')).toBe('Asha Rao')
  })

  it('is refused if nothing of it can be seen', () => {
    for (const typed of ['', ' ', '\u200b', ' \u200b\u3164 \u2800', '\u0301', '\n'])
      expect(line(60).safeParse(typed).success, JSON.stringify(typed)).toBe(false)
  })

  it('is refused with control characters, and has a replacement character for half of one', () => {
    expect(line(60).parse('a\ud800b')).toBe('a\ufffdb')
    for (const typed of ['a\u0000b', 'a\u001bb', 'a\u007fb', 'a\u0085b'])
      expect(line(60).safeParse(typed).success, JSON.stringify(typed)).toBe(false)
  })

  it('is as long as what is left of it', () => {
    expect(line(3).parse(' \u200b a  b \n')).toBe('a b')
    expect(line(3).safeParse('a b c').success).toBe(false)
  })
})

describe('an e-mail address', () => {
  it('is trimmed and converted to lower case [V1.3.11]', () => {
    expect(email.parse(' Asha@Example.ORG ')).toBe('asha@example.org')
    expect(email.parse('\u202aasha@example.org\u202c')).toBe('asha@example.org')
    for (const typed of ['asha', 'asha@', '@example.org', 'a b@example.org', 'a\u0000@example.org']) {
      expect(email.safeParse(typed).success, typed).toBe(false)
    }
  })
})

describe('a date', () => {
  it('exists in the calendar and can be stored in Postgres [V1.4.2]', () => {
    expect(date.safeParse('2024-02-29').success).toBe(true)
    for (const value of [
      '2026-02-29',
      '2026-13-01',
      '26-01-01',
      '2026-1-1',
      '0000-01-01',
      '2026-01-01T00:00:00Z',
      'today',
    ]) {
      expect(date.safeParse(value).success, value).toBe(false)
    }
  })
})

describe('a PIN code', () => {
  it('has six digits and does not begin with 0', () => {
    expect(pincode.parse(' 380001 ')).toBe('380001')
    for (const value of [
      '38000',
      '3800011',
      '038000',
      '38000a',
      '०३८०००',
      '३८०००',
      '380001.0',
      '3 80001',
      '380  a01',
    ])
      expect(pincode.safeParse(value).success, value).toBe(false)
  })

  it('is taken with the usual space in its middle, and as it was pasted', () => {
    for (const typed of ['380 001', '380\u00a0001', '380-001', '\u200e380001\u200e'])
      expect(pincode.parse(typed), JSON.stringify(typed)).toBe('380001')
  })
})

describe('a PIN code in any script', () => {
  it('is read in every numbering system of decimal digits that ICU knows', () => {
    const inSystem = (numberingSystem: string) =>
      [5, 6, 0, 9, 8, 1].map((digit) => new Intl.NumberFormat('en', { numberingSystem }).format(digit))
    const systems = Intl.supportedValuesOf('numberingSystem').map(inSystem)
    const decimal = systems.filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)))
    expect(decimal.length).toBeGreaterThan(60)
    for (const digits of decimal) expect(pincode.parse(digits.join('')), digits.join('')).toBe('560981')
  })
})

describe('a password', () => {
  it('is taken as typed: any characters, spaces too, six to two hundred [V6.2.5]', () => {
    for (const typed of [' Spaces around ', 'ÄÖÜ प्र 🔑', 'x'.repeat(200), '      ']) {
      expect(password.parse(typed)).toBe(typed)
    }
    for (const typed of ['12345', 'x'.repeat(201)]) expect(password.safeParse(typed).success).toBe(false)
  })
})
