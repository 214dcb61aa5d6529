import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { controlOf } from '@/lib/forms'
import { Field } from './field'
import { type FormField, fieldProps } from './form-line'
import { Select } from './select'

type ChoiceProps<Values extends FieldValues, Name extends FieldPath<Values>> = FormField<Values, Name> & {
  form: Pick<UseFormReturn<Values>, 'watch' | 'setValue'>
} & Pick<ComponentProps<typeof Select>, 'options' | 'placeholder' | 'emptyLabel'>

/** A field whose value is one of the options, with its error. */
export function Choice<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  texts,
  hint,
  optional,
  isWide,
  ...select
}: ChoiceProps<Values, Name>) {
  return (
    <Field {...fieldProps({ form, name, texts, hint, optional, isWide })}>
      <Select {...select} {...controlOf(form, name)} />
    </Field>
  )
}
