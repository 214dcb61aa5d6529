import { authRoutes } from '@jaanch/contracts/http/auth'
import { CircleCheck, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { toastFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { hasCode } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import { resetPassword } from '@/lib/resources/auth'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { AuthLink } from './auth-link'
import { AuthMessage } from './auth-message'
import { PasswordFields } from './password-fields'
import { passwordsMatch } from './passwords-match'

const resetSchema = z
  .object({ password: authRoutes.resetPassword.body.shape.password, confirmation: z.string() })
  .refine(...passwordsMatch)

const forgotPath = `${paths.customerLogin}?forgot`

/** The target of the link in the e-mail, for every role. @param token single-use token of the link */
export function ResetPassword({ token }: { token: string }) {
  const { state, signOut } = useSession()
  const [outcome, setOutcome] = useState<'changed' | 'invalid-link' | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(resetSchema),
    defaultValues: { password: '', confirmation: '' },
  })
  const { errors } = formState

  async function submit({ password }: z.output<typeof resetSchema>) {
    try {
      await resetPassword({ token, password })
      // The server has ended every session, including the one of this browser.
      if (state.status === 'signed-in') signOut()
      setOutcome('changed')
    } catch (error) {
      if (hasCode(error, 'link-void', 'invalid')) setOutcome('invalid-link')
      else toastFailure('The password was not changed', error, { fallback: 'Please try again' })
    }
  }

  if (outcome === 'invalid-link') {
    return (
      <AuthMessage
        icon={Unlink}
        variant="accent"
        title="This link no longer works"
        text="A link works once, and for one hour. Your password is as it was."
      >
        <AuthLink to={forgotPath}>Send me another link</AuthLink>
      </AuthMessage>
    )
  }
  if (outcome === 'changed') {
    return (
      <AuthMessage
        icon={CircleCheck}
        title="Your new password is set"
        text="You were signed out everywhere. Please log in with it."
      >
        <AuthLink to={paths.customerLogin}>Customer login</AuthLink>
        <AuthLink to={paths.labLogin}>Lab partner login</AuthLink>
        <AuthLink to={paths.adminLogin}>Admin login</AuthLink>
      </AuthMessage>
    )
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(submit)}>
      <h2 className="font-semibold text-base">Choose a new password</h2>
      <PasswordFields
        label="New Password"
        password={register('password')}
        confirmation={register('confirmation')}
        errors={errors}
      />
      <Button type="submit" size="lg" loading={formState.isSubmitting}>
        Set Password
      </Button>
    </form>
  )
}
