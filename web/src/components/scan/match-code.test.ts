import { expect, it } from 'vitest'
import { matchCode } from './match-code'

it('a code is taken without blanks and control characters, and nothing is no code', () => {
  expect(matchCode(' JA-000123-1\r\n')).toBe('JA-000123-1')
  expect(matchCode('\u001d0104\u001d')).toBe('0104')
  expect(matchCode(' \t')).toBeUndefined()
})

it('of expected codes it has the spelling, and any other is not wanted', () => {
  expect(matchCode('ja-000123-1', ['JA-000123-2', 'JA-000123-1'])).toBe('JA-000123-1')
  expect(matchCode('JA-000123-3', ['JA-000123-1'])).toBeUndefined()
})
