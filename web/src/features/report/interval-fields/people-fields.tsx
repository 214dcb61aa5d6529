import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { controlOf } from '@/lib/forms'
import { Line } from '@/ui/form-line'
import { Segmented } from '@/ui/segmented'

const texts = {
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
  const age = { form: people, texts, inputMode: 'numeric', maxLength: 4 } as const
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {hasSex && (
          <Segmented
            {...controlOf(people, 'sex')}
            label={texts.sex}
            options={sexes.map((value) => ({ value, label: texts.sexes[value] }))}
          />
        )}
        <Segmented
          {...controlOf(people, 'unit')}
          label={texts.unit}
          options={units.map((value) => ({ value, label: texts.units[value] }))}
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Line {...age} name="from" />
        <Line {...age} name="to" {...to} />
      </div>
    </>
  )
}
