import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

type LineProps<Values extends FieldValues, Name extends FieldPath<Values>> = {
  form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState'>
  name: Name
  /** The label under the name of the field, and the hint under `<name>Hint` */
  texts: Readonly<Record<NoInfer<Name>, string>>
  hint?: string | undefined
  optional?: boolean
  maxLength?: number
  type?: 'date'
  min?: string
  /** Which keys a phone shows */
  inputMode?: 'text' | 'decimal' | 'numeric'
  readOnly?: boolean
  /** Id of a datalist */
  list?: string
  /** It takes both columns of the form */
  isWide?: boolean
}

/** A field of one line with its error. */
export function Line<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  texts,
  hint = hintOf(texts, name),
  optional = false,
  isWide,
  maxLength = 80,
  ...input
}: LineProps<Values, Name>) {
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field
      label={texts[name]}
      error={error?.message}
      className={isWide ? 'sm:col-span-2' : ''}
      {...{ hint, optional }}
    >
      <Input autoComplete="off" {...{ maxLength, ...input }} {...form.register(name)} />
    </Field>
  )
}

function hintOf(texts: object, name: string): string | undefined {
  const hint: unknown = Reflect.get(texts, `${name}Hint`)
  return typeof hint === 'string' ? hint : undefined
}
