import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form'
import { config, z } from 'zod'

// zod tries `new Function` to parse faster; the content security policy blocks it and logs an error.
config({ jitless: true })

export const resolverFor = zodResolver

/** A form field that a contract's schema checks. The value stays as typed; the API normalises it. */
export function checkedText(schema: z.ZodType, message: string) {
  return z.string().refine((value) => schema.safeParse(value).success, message)
}

/** @returns value and change of a field that is no native control, such as a Select */
export function controlOf<Values extends FieldValues, Name extends FieldPath<Values>>(
  { watch, setValue, formState }: Pick<UseFormReturn<Values>, 'watch' | 'setValue' | 'formState'>,
  name: Name,
) {
  // as a native control: an error goes when what is entered is right
  const onChange = (value: unknown) =>
    setValue(name, value as PathValue<Values, Name>, {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    })
  return { value: watch(name), onChange }
}
