import type { RoundView } from '@jaanch/contracts/http/collection'
import { person as personTexts } from '@/components/staff-bookings/texts'
import { slotText } from '@/lib/format/dates'
import { ageText } from '@/lib/format/text'
import { round as texts } from './texts'

type Visit = RoundView['visits'][number]
type Person = Visit['people'][number]

export function timeText(time: Visit['time']): string {
  return time ? slotText(time) : texts.instant
}

/** @returns the whole address, or only the area if the lab may not see more */
export function addressText({ address, area, closed }: Pick<Visit, 'address' | 'area' | 'closed'>): string {
  if (!address) return [area, closed].filter(Boolean).join('. ')
  const { line1, line2, landmark, city, pincode } = address
  return [line1, line2, landmark, `${city} ${pincode}`].filter(Boolean).join(', ')
}

/** @returns 'Kamala Patel, 65 years, Female' */
export function personText({ patient }: Pick<Person, 'patient'>): string {
  if (!patient) return texts.onePerson
  const { name, age, sex } = patient
  return [name, age === null ? null : ageText(age), sex && personTexts.sexes[sex]].filter(Boolean).join(', ')
}

export function tubeText({ specimen, container }: Person['specimens'][number]): string {
  return container ? `${specimen}: ${container}` : specimen
}
