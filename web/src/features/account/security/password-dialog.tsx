import { authCalls } from '@jaanch/account/sessions/api'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { pleaseTryAgain } from '@/components/texts'
import { refusedAt, useFormCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { changePassword } from './calls'

const texts = {
  dialog: {
    title: 'Change Password',
    description: 'Your other devices are signed out.',
    submitLabel: 'Change Password',
  },
  current: 'Current Password',
  currentMissing: 'Please enter your current password',
  next: 'New Password',
  nextHint: 'At least 6 characters',
  command: {
    succeeded: ['Password changed', 'Your other devices were signed out.'],
    failed: 'The password was not changed',
    fallback: pleaseTryAgain,
  },
} as const

const passwordSchema = z.object({
  currentPassword: z.string().min(1, texts.currentMissing).max(200),
  newPassword: authCalls.changePassword.body.shape.newPassword,
})

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<z.output<typeof passwordSchema>>({
    resolver: resolverFor(passwordSchema),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors } = form.formState
  const submit = useFormCommand(form, {
    ...texts.command,
    send: changePassword,
    done: onClose,
    isRepeatable: false,
    onFailure: refusedAt(form, 'currentPassword', 'wrong-password'),
  })

  return (
    <FormDialog {...texts.dialog} {...submit} onClose={onClose}>
      <Field label={texts.current} error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
      </Field>
      <Field label={texts.next} hint={texts.nextHint} error={errors.newPassword?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
    </FormDialog>
  )
}
