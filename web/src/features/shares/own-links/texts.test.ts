import { expect, it } from 'vitest'
import { make } from './texts'

it('links of different days have different names', () => {
  expect(make.labelDefault('2026-11-27')).toBe('For my doctor, 27 Nov')
  expect(make.labelDefault('2026-12-04')).toBe('For my doctor, 4 Dec')
})
