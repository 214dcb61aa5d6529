import type { ChangeEventHandler, ReactNode } from 'react'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import type { BookingRequest } from './calls'

type Binding = {
  value: string
  onChange: ChangeEventHandler<HTMLInputElement | HTMLTextAreaElement>
}

/**
 * The fields of the request that the customer may fill in for the whole booking. A further field needs only its line here: the draft
 * keeps it, step 5 asks for it, and the request contains it.
 */
const fields = {
  specialInstructions: {
    label: 'Special Instructions',
    input: (binding) => (
      <Textarea maxLength={500} placeholder="Anything the collector should know" {...binding} />
    ),
  },
} satisfies Partial<Record<keyof BookingRequest, { label: string; input: (binding: Binding) => ReactNode }>>

const names = Object.keys(fields) as (keyof typeof fields)[]

/** As typed */
export type Entered = Record<keyof typeof fields, string>

function forEachField<Value>(give: (name: keyof Entered) => Value) {
  return Object.fromEntries(names.map((name) => [name, give(name)])) as Record<keyof Entered, Value>
}

export const nothingEntered: Entered = forEachField(() => '')

/** @returns the part of the request */
export const enteredRequest = (entered: Entered) => forEachField((name) => entered[name].trim() || null)

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
