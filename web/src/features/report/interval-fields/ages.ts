import { countedText } from '@/lib/format/text'

export const whoTexts = {
  sexes: { male: 'male', female: 'female' },
  allAges: 'All ages',
  from: (age: string) => `From ${age}`,
  upTo: (age: string) => `Up to ${age}`,
  between: (from: string, to: string) => `${from} to ${to}`,
}

/** The people to whom limits apply; ages in completed months */
type Who = { sex?: 'male' | 'female' | null; ageFrom: number; ageTo: number | null }

/** @returns such as `7 months`, `3 years` */
function ageText(months: number): string {
  return months % 12 === 0 && months > 0 ? countedText(months / 12, 'year') : countedText(months, 'month')
}

/** @param to null: no upper age @returns such as `7 months to 3 years` */
export function agesText(from: number, to: number | null): string {
  if (to === null) return from === 0 ? whoTexts.allAges : whoTexts.from(ageText(from))
  if (from === 0) return whoTexts.upTo(ageText(to))
  const inYears = from % 12 === 0 && to % 12 === 0
  return whoTexts.between(inYears ? String(from / 12) : ageText(from), ageText(to))
}

/** @returns such as `1 month to 3 months, female`, `From 18 years` */
export function whoText({ sex, ageFrom, ageTo }: Who): string {
  return [agesText(ageFrom, ageTo), sex && whoTexts.sexes[sex]].filter(Boolean).join(', ')
}
