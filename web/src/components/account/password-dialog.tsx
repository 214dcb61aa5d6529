import { authRoutes } from '@jaanch/contracts/http/auth'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { toastFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { hasCode, serverText } from '@/lib/http/api-error'
import { changePassword } from '@/lib/resources/auth'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'

const passwordSchema = z.object({
  currentPassword: z.string().min(1, 'Please enter your current password').max(200),
  newPassword: authRoutes.changePassword.body.shape.newPassword,
})

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<z.output<typeof passwordSchema>>({
    resolver: resolverFor(passwordSchema),
    defaultValues: { currentPassword: '', newPassword: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function save(values: z.output<typeof passwordSchema>) {
    try {
      await changePassword(values)
      onClose()
      toast.success('Password changed', 'Your other devices were signed out.')
    } catch (error) {
      if (hasCode(error, 'wrong-password'))
        form.setError('currentPassword', { message: serverText(error) ?? '' }, { shouldFocus: true })
      else toastFailure('The password was not changed', error, { fallback: 'Please try again' })
    }
  }

  return (
    <FormDialog
      title="Change Password"
      description="Your other devices are signed out."
      submitLabel="Change Password"
      isSubmitting={isSubmitting}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      <Field label="Current Password" error={errors.currentPassword?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
      </Field>
      <Field label="New Password" hint="At least 6 characters" error={errors.newPassword?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
    </FormDialog>
  )
}
