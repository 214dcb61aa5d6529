import type { Gender } from '@jaanch/contracts/vocabulary'
import { ageOn } from '../calendar.ts'

export type Restrictions = {
  genderSpecific: 'both' | 'male' | 'female'
  /** Whole years, both included; null: no bound */
  ageMin: number | null
  ageMax: number | null
}

/** What is known of a patient: what isn't known is not held against them. */
export type Patient = { gender: Gender | null; dateOfBirth: string | null }

/**
 * Is a package meant for this patient?
 * @param date of the collection (YYYY-MM-DD in India)
 * @returns why not, as a sentence; undefined when it is, or when too little is known
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
