import { countedText } from '@/lib/format/text'

export const ages = {
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
