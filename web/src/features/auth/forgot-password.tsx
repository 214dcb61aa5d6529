import { authRoutes } from '@jaanch/contracts/http/auth'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toastFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { forgotPassword } from '@/lib/resources/auth'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { AuthLink } from './auth-link'
import { AuthMessage } from './auth-message'

/** Requests a reset link by e-mail. The answer does not reveal whether the account exists. */
export function ForgotPassword({ loginPath, email = '' }: { loginPath: string; email?: string }) {
  const [answer, setAnswer] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(authRoutes.forgotPassword.body),
    defaultValues: { email },
  })

  async function submit(values: { email: string }) {
    try {
      setAnswer((await forgotPassword(values)).message)
    } catch (error) {
      toastFailure('The link could not be sent', error, { fallback: 'Please try again' })
    }
  }

  if (answer) {
    return (
      <AuthMessage icon={MailCheck} title="Check your e-mail" text={answer}>
        <AuthLink to={loginPath}>Back to Login</AuthLink>
      </AuthMessage>
    )
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(submit)}>
      <div>
        <h2 className="font-semibold text-base">Forgot your password?</h2>
        <p className="mt-1 text-ink-soft">We send you a link that sets a new one. It works for one hour.</p>
      </div>
      <Field label="Email" error={formState.errors.email && 'Please enter a valid email address'}>
        <Input
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          {...register('email')}
        />
      </Field>
      <Button type="submit" size="lg" loading={formState.isSubmitting}>
        Send Link
      </Button>
      <AuthLink to={loginPath} className="justify-self-center">
        Back to Login
      </AuthLink>
    </form>
  )
}
