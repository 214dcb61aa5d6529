import { authRoutes } from '@jaanch/contracts/http/auth'
import { CircleCheck, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { isRefusal, serverText } from '@/lib/api/api-error'
import { resetPassword } from '@/lib/api/auth'
import { resolverFor } from '@/lib/form-resolver'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'
import { AuthLink } from './auth-link'
import { AuthNote } from './auth-note'

const form = z
  .object({ password: authRoutes.resetPassword.body.shape.password, confirmation: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, {
    message: 'Passwords do not match',
    path: ['confirmation'],
    when: () => true,
  })

const forgot = `${paths.customerLogin}?forgot`

/** Where the link of the mail leads, whatever role its reader has. @param token of the link, good for once */
export function ResetPassword({ token }: { token: string }) {
  const { state, signOut } = useSession()
  const [outcome, setOutcome] = useState<'set' | 'void' | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(form),
    defaultValues: { password: '', confirmation: '' },
  })
  const { errors } = formState

  async function set({ password }: z.output<typeof form>) {
    try {
      await resetPassword({ token, password })
      // The server has ended every session; this browser's is one of them.
      if (state.status === 'signed-in') signOut()
      setOutcome('set')
    } catch (error) {
      if (isRefusal(error) && error.status !== 429) setOutcome('void')
      else toast.error('The password was not changed', serverText(error) ?? 'Please try again')
    }
  }

  if (outcome === 'void') {
    return (
      <AuthNote
        icon={Unlink}
        variant="accent"
        title="This link no longer works"
        text="A link works once, and for one hour. Your password is as it was."
      >
        <AuthLink to={forgot}>Send me another link</AuthLink>
      </AuthNote>
    )
  }
  if (outcome === 'set') {
    return (
      <AuthNote
        icon={CircleCheck}
        title="Your new password is set"
        text="You were signed out everywhere. Please log in with it."
      >
        <AuthLink to={paths.customerLogin}>Customer login</AuthLink>
        <AuthLink to={paths.labLogin}>Lab partner login</AuthLink>
        <AuthLink to={paths.adminLogin}>Admin login</AuthLink>
      </AuthNote>
    )
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(set)}>
      <h2 className="font-semibold text-base">Choose a new password</h2>
      <Field label="New Password" hint="At least 6 characters" error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Confirm Password" error={errors.confirmation?.message}>
        <PasswordInput autoComplete="new-password" {...register('confirmation')} />
      </Field>
      <Button type="submit" size="lg" loading={formState.isSubmitting}>
        Set Password
      </Button>
    </form>
  )
}
