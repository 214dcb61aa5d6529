import type { ComponentProps } from 'react'
import type { FieldError } from 'react-hook-form'
import { Field } from '@/ui/field'
import { PasswordInput } from '@/ui/password-input'
import { texts } from './texts'

type PasswordFieldsProps = {
  label?: string
  password: ComponentProps<typeof PasswordInput>
  confirmation: ComponentProps<typeof PasswordInput>
  errors: { password?: FieldError | undefined; confirmation?: FieldError | undefined }
}

export function PasswordFields({
  label = texts.fields.password,
  password,
  confirmation,
  errors,
}: PasswordFieldsProps) {
  return (
    <>
      <Field label={label} hint={texts.fields.passwordHint} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...password} />
      </Field>
      <Field label={texts.fields.confirmation} error={errors.confirmation?.message}>
        <PasswordInput autoComplete="new-password" {...confirmation} />
      </Field>
    </>
  )
}

type Passwords = { password: string; confirmation: string }

/** The arguments of zod's `refine` for a form with a new password and its confirmation. */
export const passwordsMatch: [
  check: (form: Passwords) => boolean,
  params: { message: string; path: PropertyKey[]; when: () => boolean },
] = [
  ({ password, confirmation }) => password === confirmation,
  // `when`: checked even if another field is invalid
  { message: texts.fields.passwordsDiffer, path: ['confirmation'], when: () => true },
]
