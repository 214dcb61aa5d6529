/** The rules for tests that a person need not or cannot order: the API refuses such tests, and the client names them before. */
import { ageOn } from '@jaanch/contracts/calendar'
import type { Gender } from '@jaanch/contracts/vocabulary'

type Codes = readonly string[]
type Test = { parameterCodes: Codes }

/** @param part, whole their parameters @returns whether the whole measures all of the part */
export function contains(whole: Codes, part: Codes): boolean {
  const codes = new Set(whole)
  return part.length > 0 && part.every((code) => codes.has(code))
}

/**
 * Finds a test that a person need not order, because another one of theirs measures everything that it does.
 * @param tests of one person, in their order; of two with the same parameters, the second is part of the first
 */
export function containedTest<Of extends Test>(tests: readonly Of[]): { part: Of; whole: Of } | undefined {
  for (const [index, part] of tests.entries()) {
    const whole = tests.find(
      (other, place) =>
        place !== index &&
        contains(other.parameterCodes, part.parameterCodes) &&
        (place < index || !contains(part.parameterCodes, other.parameterCodes)),
    )
    if (whole) return { part, whole }
  }
  return undefined
}

export type Restrictions = {
  genderSpecific: 'both' | 'male' | 'female'
  /** Whole years, inclusive; null: no bound */
  ageMin: number | null
  ageMax: number | null
}

/** The known data of a patient. Unknown data never makes a patient ineligible. */
export type Patient = { gender: Gender | null; dateOfBirth: string | null }

/**
 * Checks the restrictions of a package.
 * @param date of the collection (YYYY-MM-DD in India)
 * @returns why the package is not suitable for the patient, as a sentence; undefined if it is, or if data is missing
 */
export function ineligibility(
  restrictions: Restrictions,
  patient: Patient,
  date: string,
): string | undefined {
  const { genderSpecific, ageMin, ageMax } = restrictions
  const isOther = genderSpecific === 'male' ? patient.gender === 'female' : patient.gender === 'male'
  if (genderSpecific !== 'both' && isOther) {
    return `This test is for ${genderSpecific === 'male' ? 'men' : 'women'} only.`
  }
  if (patient.dateOfBirth === null) return undefined
  const age = ageOn(patient.dateOfBirth, date)
  if (ageMin !== null && age < ageMin) return `This test is for ages from ${ageMin}.`
  if (ageMax !== null && age > ageMax) return `This test is for ages up to ${ageMax}.`
  return undefined
}
