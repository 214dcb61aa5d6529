import type { ChangeEventHandler, ReactNode } from 'react'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import type { BookingRequest } from './calls'

type Binding = {
  value: string
  onChange: ChangeEventHandler<HTMLInputElement | HTMLTextAreaElement>
}

type FieldOf<Name extends keyof BookingRequest> = {
  label: string
  input: (binding: Binding) => ReactNode
  /** @returns the field of the request */
  sent: (typed: string) => BookingRequest[Name]
}

/**
 * The fields of the request that the customer may fill in for the whole booking. A further field needs only its entry here: the draft
 * keeps it, step 5 asks for it, and the request contains it.
 */
const fields = {
  specialInstructions: {
    label: 'Special Instructions',
    input: (binding) => (
      <Textarea maxLength={500} placeholder="Anything the collector should know" {...binding} />
    ),
    sent: (typed) => typed.trim() || null,
  },
} satisfies { [Name in keyof BookingRequest]?: FieldOf<Name> }

const names = Object.keys(fields) as (keyof typeof fields)[]

/** As typed */
export type Entered = Record<keyof typeof fields, string>

export const nothingEntered = Object.fromEntries(names.map((name) => [name, ''])) as Entered

/** @returns the part of the request */
export function enteredRequest(entered: Entered): Pick<BookingRequest, keyof typeof fields> {
  return Object.fromEntries(names.map((name) => [name, fields[name].sent(entered[name])]))
}

type EnteredFieldsProps = { entered: Entered; onChange: (change: Partial<Entered>) => void }

export function EnteredFields({ entered, onChange }: EnteredFieldsProps) {
  return names.map((name) => (
    <Field key={name} label={fields[name].label} optional className="mt-6">
      {fields[name].input({
        value: entered[name],
        onChange: (event) => onChange({ [name]: event.target.value }),
      })}
    </Field>
  ))
}
