import { expect, it } from 'vitest'
import { matchCode } from './scan-code'

it('a code is taken without blanks and control characters, and nothing is no code', () => {
  expect(matchCode(' J-2026-000123-1\r\n')).toBe('J-2026-000123-1')
  expect(matchCode('\u001d0104\u001d')).toBe('0104')
  expect(matchCode(']C1JN-2026-000123-1')).toBe('JN-2026-000123-1')
  expect(matchCode(' \t')).toBeUndefined()
})

it('of expected codes it has the spelling, and any other is not wanted', () => {
  expect(matchCode('j-2026-000123-1', ['J-2026-000123-2', 'J-2026-000123-1'])).toBe('J-2026-000123-1')
  expect(matchCode('J-2026-000123-3', ['J-2026-000123-1'])).toBeUndefined()
})
