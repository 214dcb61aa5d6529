import { expect, it } from 'vitest'
import { initialsOf } from './labels-of.ts'

it('initials are the first letters of the first and the last name, whole ones in any script', () => {
  expect(initialsOf('asha Patel')).toBe('A.P.')
  expect(initialsOf(' Kamala  Devi Sharma ')).toBe('K.S.')
  expect(initialsOf('Ravi')).toBe('R.')
  expect(initialsOf('क्षितिज मेहता')).toBe('क्षि.मे.')
  expect(initialsOf('')).toBe('')
})

it('initials are letters: emoji, signs and invisible characters of a name are passed over', () => {
  expect(initialsOf('Kamala Lal 🌸')).toBe('K.L.')
  expect(initialsOf('🌸 Kamala ✨ Lal ❤️')).toBe('K.L.')
  expect(initialsOf('(Kamala) "Lal"')).toBe('K.L.')
  expect(initialsOf('Kamala \u200bLal \u2060')).toBe('K.L.')
  expect(initialsOf('🌸 7 ½')).toBe('')
})
