import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { toastFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { hasCode, serverText } from '@/lib/http/api-error'
import { downloadMyData, eraseMe } from '@/lib/resources/privacy'
import { useSession } from '@/lib/session/session-context'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'

const schema = z.object({ password: z.string().min(1, 'Please enter your password') })

export type DataRequest = 'export' | 'erase'

const texts = {
  export: {
    title: 'Download Your Data',
    description: 'Please confirm that it is you.',
    submitLabel: 'Download my data',
    failed: 'Failed to download your data',
    body: 'The file contains your health data: keep it where only you can open it.',
  },
  erase: {
    title: 'Delete Your Account',
    description: 'This cannot be undone. Download your reports first: nobody can bring them back.',
    submitLabel: 'Delete my account',
    failed: 'Your account was not deleted',
    body:
      'We delete your details, family, addresses, prescriptions and reports at once, and sign you out everywhere. ' +
      'What remains of your bookings has no name. Backups are overwritten later.',
  },
}

/** A copy of everything, or the end of the account: both need the password again. */
export function DataDialog({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const { signOut } = useSession()
  const form = useForm<z.output<typeof schema>>({
    resolver: resolverFor(schema),
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { failed, body, ...labels } = texts[request]

  async function submit({ password }: z.output<typeof schema>) {
    try {
      if (request === 'export') {
        await downloadMyData(password)
        return onClose()
      }
      await eraseMe(password)
      signOut()
      toast.success('Your account is deleted')
    } catch (error) {
      if (hasCode(error, 'wrong-password'))
        form.setError('password', { message: serverText(error) ?? '' }, { shouldFocus: true })
      else toastFailure(failed, error)
    }
  }

  return (
    <FormDialog
      {...labels}
      isSubmitting={isSubmitting}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
    >
      <p className="text-sm">{body}</p>
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  )
}
