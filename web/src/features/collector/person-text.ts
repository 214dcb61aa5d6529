import { ageText } from '@/lib/format/text'
import type { Person } from './local-round'

const sexes = { male: 'Male', female: 'Female', other: 'Other' }

/** @returns '65 years, Female' */
export function personText({ patient }: Pick<Person, 'patient'>): string {
  if (!patient) return ''
  const { age, sex } = patient
  return [age === null ? null : ageText(age), sex && sexes[sex]].filter(Boolean).join(', ')
}
