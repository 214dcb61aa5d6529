import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { resolverFor } from '@/lib/forms'
import { serverText } from '@/lib/http/api-error'
import { eraseMe } from '@/lib/resources/privacy'
import { useSession } from '@/lib/session/session-context'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'

const schema = z.object({ password: z.string().min(1, 'Please enter your password') })

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { signOut } = useSession()
  const form = useForm<z.output<typeof schema>>({
    resolver: resolverFor(schema),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function erase({ password }: z.output<typeof schema>) {
    try {
      await eraseMe(password)
      signOut()
      toast.success('Your account is deleted')
    } catch (error) {
      toast.error('Your account was not deleted', serverText(error))
    }
  }

  return (
    <FormDialog
      title="Delete Your Account"
      description="This cannot be undone. Download your reports first: nobody can bring them back."
      submitLabel="Delete my account"
      isSubmitting={isSubmitting}
      onSubmit={form.handleSubmit(erase)}
      onClose={onClose}
    >
      <p className="text-sm">
        We delete your details, family, addresses, prescriptions and reports at once, and sign you out
        everywhere. What remains of your bookings has no name. Backups are overwritten later.
      </p>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  )
}
