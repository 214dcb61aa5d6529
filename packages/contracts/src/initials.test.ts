import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

const initials = (name: string) => initialsOf(name).join('.')

it('initials are the first letters of the first and the last name, whole ones in any script', () => {
  expect(initials('asha Patel')).toBe('A.P')
  expect(initials(' Kamala  Devi Sharma ')).toBe('K.S')
  expect(initials('Ravi')).toBe('R')
  expect(initials('A.P.J. Abdul Kalam')).toBe('A.K')
  expect(initials("O'Neil D'Souza-Rao")).toBe('O.D')
  expect(initials('क्षितिज मेहता')).toBe('क्षि.मे')
  expect(initials('')).toBe('')
})

it('initials are letters: emoji, signs, digits and invisible characters of a name are passed over', () => {
  expect(initials('Kamala Lal 🌸')).toBe('K.L')
  expect(initials('🌸 Kamala ✨ Lal ❤️')).toBe('K.L')
  expect(initials('(Kamala) "Lal"')).toBe('K.L')
  expect(initials('Kamala \u200bLal \u2060')).toBe('K.L')
  expect(initials('2Kamala 7Lal 3')).toBe('K.L')
  expect(initials('🌸 7 ½')).toBe('')
})

it('titles of a name are no initials, unless the name has nothing else', () => {
  for (const name of ['Dr. Asha Rao', 'Dr.Asha Rao', 'DR ASHA RAO', 'Prof. Dr. Asha Rao', 'Smt. Asha Rao'])
    expect(initials(name), name).toBe('A.R')
  expect(initials('डॉ. आशा राव')).toBe('आ.रा')
  expect(initials('Baby Kumari')).toBe('B.K')
  expect(initials('Dr.')).toBe('D')
  expect(initials('Shri')).toBe('S')
})

it('initials are at most two, begin with a letter each, and are missing only from a name without letters', () => {
  const part = fc.constantFrom(
    ...['a', 'É', 'ß', 'क', 'ि', '்', 'ழ', 'Dr', 'डॉ', '🌸', '👩‍🔬', '7', '७', '½'],
    ...[' ', '.', '-', "'", '(', '\u0301', '\u200d', '\u202e', '\ud800'],
  )
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join('')),
      (name) => {
        const letters = initialsOf(name)
        expect(letters.length).toBeLessThanOrEqual(2)
        for (const letter of letters) expect(letter).toMatch(/^\p{L}/u)
        expect(letters.length > 0).toBe(/\p{L}/u.test(name))
      },
    ),
  )
})
