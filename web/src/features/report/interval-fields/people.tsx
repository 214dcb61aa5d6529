import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { countedText } from '@/lib/format/text'
import { controlOf } from '@/lib/forms'
import { Line } from '@/ui/form-line'
import { Segmented } from '@/ui/segmented'

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

const fieldTexts = {
  sex: 'Sex',
  sexes: { both: 'Both', male: 'Male', female: 'Female' },
  unit: 'Ages in',
  units: { years: 'Years', months: 'Months' },
  from: 'From age',
  to: 'To below age',
  toHint: 'Empty: no upper age',
}

const sexes = ['both', 'male', 'female'] as const
const units = ['years', 'months'] as const

/** Fields for the people to whom limits apply, as typed */
export const peopleFields = {
  sex: z.enum(sexes),
  unit: z.enum(units),
  from: z.string(),
  to: z.string(),
}

type People = z.output<z.ZodObject<typeof peopleFields>>

type PeopleFieldsProps<Values extends People> = {
  form: UseFormReturn<Values>
  /** Critical limits are for both sexes */
  hasSex: boolean
  to: { hint?: string; optional?: boolean }
}

/** The fields of a form for limits that say for whom they are. */
export function PeopleFields<Values extends People>({ form, hasSex, to }: PeopleFieldsProps<Values>) {
  // the paths of a form with a type parameter are not known
  const people = form as unknown as UseFormReturn<People>
  const age = { form: people, texts: fieldTexts, inputMode: 'numeric', maxLength: 4 } as const
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {hasSex && (
          <Segmented
            {...controlOf(people, 'sex')}
            label={fieldTexts.sex}
            options={sexes.map((value) => ({ value, label: fieldTexts.sexes[value] }))}
          />
        )}
        <Segmented
          {...controlOf(people, 'unit')}
          label={fieldTexts.unit}
          options={units.map((value) => ({ value, label: fieldTexts.units[value] }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Line {...age} name="from" />
        <Line {...age} name="to" {...to} />
      </div>
    </>
  )
}
