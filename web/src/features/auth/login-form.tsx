import { credentials, type Session } from '@jaanch/contracts/http/auth'
import type { SecondFactorRefusal } from '@jaanch/contracts/http/second-factors'
import { Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { toastFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { secondFactorOf } from '@/lib/http/api-error'
import { login } from '@/lib/resources/auth'
import { leaveSession } from '@/lib/session/left-sessions'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { lazyPart } from '@/ui/lazy-part'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'
import { AuthLink } from './auth-link'

const SecondStep = lazyPart(async () => (await import('./second-step')).SecondStep)

type LoginFormProps = {
  expectedRole: Session['user']['role']
  identityLabel?: string
  email?: string
  forgotPath: string
  /** For an account of another role */
  wrongRoleMessage: string
  /** If the server sends no message */
  fallbackMessage: string
  /** @returns true if the error was handled */
  onFailure?: (error: unknown) => boolean
}

const loginSchema = z.object({
  email: credentials.shape.email.refine((value) => value !== '', 'Please enter your email or phone'),
  password: credentials.shape.password,
})

export function LoginForm({
  expectedRole,
  identityLabel = 'Email or Phone',
  email = '',
  forgotPath,
  wrongRoleMessage,
  fallbackMessage,
  onFailure,
}: LoginFormProps) {
  const { signIn } = useSession()
  const [secondStep, setSecondStep] = useState<SecondFactorRefusal>()
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(loginSchema),
    defaultValues: { email, password: '' },
  })

  function enter({ token, user }: Session) {
    setSecondStep(undefined)
    if (user.role !== expectedRole) {
      leaveSession(token)
      return toast.error('Login Failed', wrongRoleMessage)
    }
    toast.success('Welcome Back!')
    signIn(token, user)
  }

  async function submit(values: z.output<typeof loginSchema>) {
    try {
      enter(await login(values))
    } catch (error) {
      const refusal = secondFactorOf(error)
      if (refusal) setSecondStep(refusal)
      else if (!onFailure?.(error)) toastFailure('Login Failed', error, { fallback: fallbackMessage })
    }
  }

  if (secondStep) {
    return (
      <Suspense>
        <SecondStep refusal={secondStep} onSignedIn={enter} onBack={() => setSecondStep(undefined)} />
      </Suspense>
    )
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(submit)}>
      <Field label={identityLabel} error={formState.errors.email && 'Please enter your email or phone'}>
        <Input autoComplete="username" inputMode="email" autoCapitalize="none" {...register('email')} />
      </Field>
      <Field label="Password" error={formState.errors.password && 'Please enter your password'}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Button type="submit" size="lg" loading={formState.isSubmitting} className="mt-1">
        Login
      </Button>
      <AuthLink to={forgotPath} className="justify-self-center">
        Forgot password?
      </AuthLink>
    </form>
  )
}
