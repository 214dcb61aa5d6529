import type { Sex } from '@jaanch/catalogue/parameters/parameter'
import { describe, expect, it } from 'vitest'
import { readSubject } from '../fhir/fhir.ts'
import { differenceOf, isSameName } from './subject.ts'

const booked: Parameters<typeof differenceOf>[1] = {
  name: 'Asha Kumari Rao',
  dateOfBirth: '1990-05-31',
  sex: 'female',
}
const differenceFrom = (name: string | null, birthDate: string | null = null, patient = booked) =>
  differenceOf({ names: name === null ? [] : [name], birthDate, sex: null }, patient)

describe('the subject of a report', () => {
  it.each(['asha kumari rao', 'RAO, Ásha  K.', 'Mrs. Asha Rao', 'A. K. Rao', 'Asha'])(
    '%s is the patient Asha Kumari Rao',
    (name) => {
      expect(differenceFrom(name, '1990-05-31')).toBeUndefined()
    },
  )

  it.each(['Usha Rao', 'Asha Patel', 'A. K.', 'Ashar Rao'])('%s is another one', (name) => {
    expect(differenceFrom(name)).toBe("The report's name differs from the booking's patient.")
  })

  it('with another birth date is refused, as far as both have one, and a year alone is compared as a year', () => {
    const difference = "The report's birth date differs from the booking's patient."
    expect(differenceFrom(null, '1990-05-30')).toBe(difference)
    expect(differenceFrom('Asha Rao', '1991')).toBe(difference)
    expect(differenceFrom('Asha Rao', '1990')).toBeUndefined()
    expect(differenceFrom(null, '1990-05-30', { ...booked, dateOfBirth: null })).toBeUndefined()
    expect(differenceFrom('Usha Patel', '1991-01-01')).toBe(
      "The report's name and birth date differ from the booking's patient.",
    )
  })

  it('with another sex than the booking has is refused, as far as both have one that can be compared', () => {
    const withSex = (sex: Sex) => differenceOf({ names: [], birthDate: null, sex }, booked)
    expect(withSex('male')).toBe("The report's sex differs from the booking's patient.")
    expect(withSex('female')).toBeUndefined()
    expect(withSex(null)).toBeUndefined()
  })

  it('with several names is the patient by one of them, unless another one is that of a newborn', () => {
    const differenceOfNames = (...names: string[]) =>
      differenceOf({ names, birthDate: null, sex: null }, booked)
    expect(differenceOfNames('Asha Patel', 'Asha Rao')).toBeUndefined()
    expect(differenceOfNames('Asha Rao', 'B/O Asha Rao')).toContain('name differs')
  })

  it('has the prefix and suffix of a FHIR name, beside its text too', () => {
    const namesOf = (name: unknown) => {
      const resource = { resourceType: 'Patient', name: [name] }
      return readSubject({ reference: 'Patient/p1' }, () => ({ name: 'Patient/p1', resource })).names
    }
    expect(namesOf({ prefix: ['B/O'], given: ['Asha'], family: 'Rao' })).toEqual(['B/O Asha Rao'])
    expect(namesOf({ prefix: ['Mrs', 'B/O'], text: 'Mrs Asha Rao', suffix: ['Twin 1'] })).toEqual([
      'B/O Mrs Asha Rao Twin 1',
    ])
  })

  it('is read from the patient in the message, else from the reference, and is unknown without either', () => {
    const patient = {
      resourceType: 'Patient',
      name: [{ given: ['Asha', 'Kumari'], family: 'Rao' }],
      birthDate: '1990-05-31',
      gender: 'female',
    }
    const find = () => ({ name: 'Patient/p1', resource: patient })
    const subject = { reference: 'Patient/p1', display: 'Asha Rao' }
    expect(readSubject(subject, find)).toEqual({
      names: ['Asha Kumari Rao'],
      birthDate: '1990-05-31',
      sex: 'female',
    })
    expect(readSubject(subject, () => undefined)).toEqual({
      names: ['Asha Rao'],
      birthDate: null,
      sex: null,
    })
    expect(readSubject({ reference: 'Patient/p1' }, () => undefined)).toEqual({
      names: [],
      birthDate: null,
      sex: null,
    })
    const unreadable = { name: 'Patient/p1', resource: { ...patient, birthDate: '31/5/1990' } }
    expect(() => readSubject(subject, () => unreadable)).toThrow(
      'Patient/p1.birthDate must be a date such as 1990-05-31.',
    )
  })
})

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
