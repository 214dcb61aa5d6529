import { ageOn } from '@jaanch/contracts/calendar'
import type { Gender } from '@jaanch/contracts/vocabulary'

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
