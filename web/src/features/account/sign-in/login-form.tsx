import type { SecondFactorRefusal } from '@jaanch/account/second-factors/api'
import { credentials, type Session } from '@jaanch/account/sessions/api'
import { Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { secondFactorOf } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { leaveSession } from '@/lib/session/left-sessions'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { lazyPart } from '@/ui/lazy-part'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'
import { AuthLink } from './auth-page'
import { texts } from './texts'

const SecondStep = lazyPart(async () => (await import('./second-step')).SecondStep)

type LoginFormProps = {
  expectedRole: Session['user']['role']
  identityLabel?: string
  email?: string
  forgotPath: string
  wrongRoleMessage: string
  /** If the server sends no message */
  fallbackMessage: string
  /** @returns true if the error was handled */
  onFailure?: (error: unknown) => boolean
}

const loginSchema = z.object({
  email: credentials.shape.email.refine((value) => value !== '', texts.fields.emailOrPhoneMissing),
  password: credentials.shape.password,
})

export function LoginForm({
  expectedRole,
  identityLabel = texts.fields.emailOrPhone,
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
      return toast.error(texts.login.failed, wrongRoleMessage)
    }
    toast.success(texts.login.succeeded)
    signIn(token, user)
  }

  const { run, busy } = useCommand({
    send: (body: z.output<typeof loginSchema>) => call('POST', '/api/auth/login', { body }),
    done: enter,
    failed: texts.login.failed,
    fallback: fallbackMessage,
    isRepeatable: false,
    onFailure(error) {
      const refusal = secondFactorOf(error)
      if (!refusal) return onFailure?.(error)
      setSecondStep(refusal)
      return true
    },
  })

  if (secondStep) {
    return (
      <Suspense>
        <SecondStep refusal={secondStep} onSignedIn={enter} onBack={() => setSecondStep(undefined)} />
      </Suspense>
    )
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(run)}>
      <Field label={identityLabel} error={formState.errors.email && texts.fields.emailOrPhoneMissing}>
        <Input autoComplete="username" inputMode="email" autoCapitalize="none" {...register('email')} />
      </Field>
      <Field label={texts.fields.password} error={formState.errors.password && texts.fields.passwordMissing}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Button type="submit" size="lg" loading={busy} className="mt-1">
        {texts.login.submitLabel}
      </Button>
      <AuthLink to={forgotPath} className="justify-self-center">
        {texts.login.forgot}
      </AuthLink>
    </form>
  )
}
