import { expect, it } from 'vitest'
import { initialsOf } from './labels-of.ts'

it('initials are the first letters of the first and the last name, whole ones in any script', () => {
  expect(initialsOf('asha Patel')).toBe('A.P.')
  expect(initialsOf(' Kamala  Devi Sharma ')).toBe('K.S.')
  expect(initialsOf('Ravi')).toBe('R.')
  expect(initialsOf('क्षितिज मेहता')).toBe('क्षि.मे.')
  expect(initialsOf('')).toBe('')
})
