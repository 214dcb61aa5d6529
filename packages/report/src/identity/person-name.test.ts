import { describe, expect, it } from 'vitest'
import { isSameName } from './subject.ts'

describe('two names', () => {
  it.each([
    ['Asha Rao', 'RAO, Ásha'],
    ['A. Rao', 'Asha Rao'],
    ['Asha R', 'Rao Asha'],
    ['R Rao', 'Rekha Rao'],
    ['Mrs Asha Rao', 'Asha Kumari Rao'],
    ['Rao Rao', 'Rao Rao'],
    ['O', 'O'],
  ])('%s and %s can be those of one person', (one, other) => {
    expect(isSameName(one, other)).toBe(true)
    expect(isSameName(other, one)).toBe(true)
  })

  it.each([
    ['R Rao', 'Sita Rao'],
    ['Rao Rao', 'Sita Rao'],
    ['Asha A', 'Asha Rao'],
    ['A Rao', 'Rao'.repeat(2)],
    ['A. K.', 'A. K. Rao'],
  ])('%s and %s are different, because each part of the shorter one needs its own part', (one, other) => {
    expect(isSameName(one, other)).toBe(false)
    expect(isSameName(other, one)).toBe(false)
  })

  it('are the same with invisible characters, in other forms of the same letters, and in any order in Hindi', () => {
    expect(isSameName('क्\u200dषमा', 'क्षमा')).toBe(true)
    expect(isSameName('As\u200bha\u00a0Rao', 'Asha Rao')).toBe(true)
    expect(isSameName('Ａｓｈａ Rao', 'Asha Rao')).toBe(true)
    expect(isSameName('राव आशा', 'आशा राव')).toBe(true)
    expect(isSameName('उषा राव', 'आशा राव')).toBe(false)
  })
})

describe('a name with that of a relative', () => {
  const mother = 'Asha Rao'

  it.each([
    'B/O Asha Rao',
    'B / O. ASHA RAO',
    'b\\o Asha Rao',
    'Baby of Asha Rao',
    'Baby Boy of Asha Rao',
    'Baby Asha Rao',
    'New born of Asha Rao',
    'Asha Rao Baby',
    "Asha Rao's infant",
    'Twin 1 of Asha Rao',
    'Asha Rao Twin II',
    'D/O Asha Rao',
    'Meena D/O Asha Rao',
    'Meena daughter of Asha Rao',
    'Mohan C/O Asha Rao',
    'Mohan H/O Asha Rao',
    'Mohan husband of Asha Rao',
  ])('%s is not that relative', (name) => {
    expect(isSameName(name, mother)).toBe(false)
    expect(isSameName(mother, name)).toBe(false)
  })

  it.each([
    'Suresh Rao S/O Mohan',
    'Suresh Rao son of Mohan Patel',
    'SURESH RAO C/O MOHAN',
    'सुरेश राव पुत्र मोहन',
  ])('%s is the person whose name comes first', (name) => {
    const own = name.startsWith('S') ? 'Suresh Rao' : 'सुरेश राव'
    expect(isSameName(name, own)).toBe(true)
  })

  it('is compared by the relatives too if both have one', () => {
    expect(isSameName('Suresh Rao S/O Mohan', 'Suresh Rao s/o Mohan Rao')).toBe(true)
    expect(isSameName('Suresh Rao S/O Mohan', 'Suresh Rao S/O Ramesh')).toBe(false)
  })

  it('of a newborn or twin is the same in any spelling, and another twin is another person', () => {
    expect(isSameName('B/O Asha Rao', 'Baby of Asha Rao')).toBe(true)
    expect(isSameName('B/O Usha Rao', 'Baby of Asha Rao')).toBe(false)
    expect(isSameName('Baby Kumari', 'KUMARI, Baby')).toBe(true)
    expect(isSameName('B/O Asha Rao Twin 1', 'Twin I of Baby of Asha Rao')).toBe(true)
    expect(isSameName('B/O Asha Rao (Twin A)', 'Baby of Asha Rao, twin 1')).toBe(true)
    expect(isSameName('B/O Asha Rao Twin 1', 'B/O Asha Rao Twin 2')).toBe(false)
    expect(isSameName('Twinkle Rao', 'Twinkle Rao')).toBe(true)
  })
})
