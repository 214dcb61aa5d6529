import { countedText } from '@/lib/format/text'

export const texts = {
  sexes: { male: 'male', female: 'female' },
  allAges: 'All ages',
  from: (age: string) => `From ${age}`,
  upTo: (age: string) => `Up to ${age}`,
  between: (from: string, to: string) => `${from} to ${to}`,
  years: (count: number) => countedText(count, 'year'),
  months: (count: number) => countedText(count, 'month'),
}

export const people = {
  sex: 'Sex',
  sexes: { both: 'Both', male: 'Male', female: 'Female' },
  unit: 'Ages in',
  units: { years: 'Years', months: 'Months' },
  from: 'From age',
  to: 'To below age',
  toHint: 'Empty: no upper age',
}

type Who = { sex?: 'male' | 'female' | null; ageFrom: number; ageTo: number | null }

/** @param months completed @returns such as `7 months`, `3 years` */
function ageText(months: number): string {
  return months % 12 === 0 && months > 0 ? texts.years(months / 12) : texts.months(months)
}

/** @param to null: no upper age @returns such as `7 months to 3 years` */
export function agesText(from: number, to: number | null): string {
  if (to === null) return from === 0 ? texts.allAges : texts.from(ageText(from))
  if (from === 0) return texts.upTo(ageText(to))
  const inYears = from % 12 === 0 && to % 12 === 0
  return texts.between(inYears ? String(from / 12) : ageText(from), ageText(to))
}

/** @returns such as `1 month to 3 months, female`, `From 18 years` */
export function whoText({ sex, ageFrom, ageTo }: Who): string {
  return [agesText(ageFrom, ageTo), sex && texts.sexes[sex]].filter(Boolean).join(', ')
}
