import { ageText } from '@/lib/format/text'
import type { Person, Visit } from './local-round'
import * as texts from './texts'

/** @returns the first person; the area where nobody may be shown */
export function visitName({ people, area }: Visit): string {
  return people.find(({ patient }) => patient)?.patient?.name ?? area ?? texts.list.onePerson
}

/** @returns '12 MG Road, near the temple', one line for a list */
export function streetText({ address }: Visit): string {
  return [address?.line1, address?.landmark].filter(Boolean).join(', ')
}

const sexes = { male: 'Male', female: 'Female', other: 'Other' }

/** @returns '65 years, Female' */
export function personText({ patient }: Pick<Person, 'patient'>): string {
  if (!patient) return ''
  const { age, sex } = patient
  return [age === null ? null : ageText(age), sex && sexes[sex]].filter(Boolean).join(', ')
}
