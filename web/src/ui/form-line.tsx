import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Field } from './field'
import { Input, Textarea } from './input'

export type FormField<Values extends FieldValues, Name extends FieldPath<Values>> = {
  form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState'>
  name: Name
  /** The label under the name of the field, and the hint under `<name>Hint` */
  texts: Readonly<Record<NoInfer<Name>, string>>
  hint?: string | undefined
  optional?: boolean | undefined
  /** It takes both columns of the form */
  isWide?: boolean | undefined
}

/** @returns what the Field of a form shows: label, hint and error */
export function fieldProps<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  texts,
  hint = hintOf(texts, name),
  optional = false,
  isWide = false,
}: FormField<Values, Name>) {
  const error = form.getFieldState(name, form.formState).error?.message
  return { label: texts[name], hint, error, optional, className: isWide ? 'sm:col-span-2' : '' }
}

function hintOf(texts: object, name: string): string | undefined {
  const hint: unknown = Reflect.get(texts, `${name}Hint`)
  return typeof hint === 'string' ? hint : undefined
}

type LineProps<Values extends FieldValues, Name extends FieldPath<Values>> = FormField<Values, Name> &
  Omit<ComponentProps<'input'>, 'form' | 'name'>

/** A field of one line with its error. */
export function Line<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  texts,
  hint,
  optional,
  isWide,
  maxLength = 80,
  ...input
}: LineProps<Values, Name>) {
  return (
    <Field {...fieldProps({ form, name, texts, hint, optional, isWide })}>
      <Input autoComplete="off" {...{ maxLength, ...input }} {...form.register(name)} />
    </Field>
  )
}

type ParagraphProps<Values extends FieldValues, Name extends FieldPath<Values>> = FormField<Values, Name> &
  Omit<ComponentProps<'textarea'>, 'form' | 'name'>

/** A field of several lines with its error. */
export function Paragraph<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  texts,
  hint,
  optional,
  isWide,
  ...textarea
}: ParagraphProps<Values, Name>) {
  return (
    <Field {...fieldProps({ form, name, texts, hint, optional, isWide })}>
      <Textarea {...textarea} {...form.register(name)} />
    </Field>
  )
}
