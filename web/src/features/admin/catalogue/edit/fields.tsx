import type { ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Panel } from '@/ui/panel'

/** Long enough for sixty entries of 80 characters */
export const listLength = 5_000

type LineProps<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState'>
  name: FieldPath<Values>
  label: string
  hint?: string | undefined
  optional?: boolean
  maxLength?: number
  /** Which keys a phone shows */
  inputMode?: 'text' | 'decimal' | 'numeric'
  readOnly?: boolean
  /** Id of a datalist */
  list?: string
  className?: string
}

/** A field of one line. */
export function Line<Values extends FieldValues>({
  form,
  name,
  maxLength = 80,
  inputMode = 'text',
  readOnly = false,
  list,
  ...field
}: LineProps<Values>) {
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field {...field} error={error?.message}>
      <Input autoComplete="off" {...{ maxLength, inputMode, readOnly, list }} {...form.register(name)} />
    </Field>
  )
}

type SectionProps = { title: string; hint?: string | undefined; children: ReactNode }

/** A group of fields, in two columns where there is room. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <Panel title={title}>
      <div className="grid grid-cols-1 gap-4 p-4 sm:grid-cols-2 sm:p-5">
        {hint && <p className="text-ink-soft sm:col-span-2">{hint}</p>}
        {children}
      </div>
    </Panel>
  )
}
