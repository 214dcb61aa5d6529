import { authCalls } from '@jaanch/account/sessions/api'
import { CircleCheck, MailCheck, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { hasCode } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { AuthLink, AuthMessage } from './auth-page'
import { PasswordFields, passwordsMatch } from './password-fields'
import { texts } from './texts'

/** Requests a reset link by e-mail. The answer does not reveal whether the account exists. */
export function ForgotPassword({ loginPath, email = '' }: { loginPath: string; email?: string }) {
  const [answer, setAnswer] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(authCalls.forgotPassword.body),
    defaultValues: { email },
  })

  const { run, busy } = useCommand({
    ...texts.forgot.command,
    send: (body: z.output<typeof authCalls.forgotPassword.body>) =>
      call('POST', '/api/auth/forgot', { body }),
    done: ({ message }) => setAnswer(message),
    isRepeatable: false,
  })

  if (answer) {
    return (
      <AuthMessage icon={MailCheck} title={texts.forgot.sent} text={answer}>
        <AuthLink to={loginPath}>{texts.backToLogin}</AuthLink>
      </AuthMessage>
    )
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(run)}>
      <div>
        <h2 className="font-semibold text-base">{texts.forgot.title}</h2>
        <p className="mt-1 text-ink-soft">{texts.forgot.text}</p>
      </div>
      <Field label={texts.fields.email} error={formState.errors.email && texts.fields.emailWrong}>
        <Input
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          {...register('email')}
        />
      </Field>
      <Button type="submit" size="lg" loading={busy}>
        {texts.forgot.submitLabel}
      </Button>
      <AuthLink to={loginPath} className="justify-self-center">
        {texts.backToLogin}
      </AuthLink>
    </form>
  )
}

const resetSchema = z
  .object({ password: authCalls.resetPassword.body.shape.password, confirmation: z.string() })
  .refine(...passwordsMatch)

const forgotPath = `${paths.customerLogin}?forgot`

type ResetPasswordProps = {
  /** Single-use token of the link */
  token: string
  /** Set for a person whom a lab has invited: there is no password yet */
  isFirst?: boolean
}

/** The target of the link in the e-mail, for every role. */
export function ResetPassword({ token, isFirst = false }: ResetPasswordProps) {
  const shown = isFirst ? { ...texts.reset, ...texts.invited } : texts.reset
  const { state, signOut } = useSession()
  const [outcome, setOutcome] = useState<'changed' | 'invalid-link' | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(resetSchema),
    defaultValues: { password: '', confirmation: '' },
  })
  const { errors } = formState

  const { run, busy } = useCommand({
    ...shown.command,
    send: ({ password }: z.output<typeof resetSchema>) =>
      call('POST', '/api/auth/reset', { body: { token, password } }),
    done() {
      // The server has ended every session, including the one of this browser.
      if (state.status === 'signed-in') signOut()
      setOutcome('changed')
    },
    isRepeatable: false,
    onFailure(error) {
      if (!hasCode(error, 'link-void', 'invalid')) return false
      setOutcome('invalid-link')
      return true
    },
  })

  if (outcome === 'invalid-link') {
    return (
      <AuthMessage icon={Unlink} variant="accent" {...shown.invalid}>
        {!isFirst && <AuthLink to={forgotPath}>{shown.sendAnother}</AuthLink>}
      </AuthMessage>
    )
  }
  if (outcome === 'changed') {
    return (
      <AuthMessage icon={CircleCheck} {...shown.changed}>
        {!isFirst && <AuthLink to={paths.customerLogin}>{texts.loginLinks.customer}</AuthLink>}
        <AuthLink to={paths.labLogin}>{texts.loginLinks.lab}</AuthLink>
        {!isFirst && <AuthLink to={paths.adminLogin}>{texts.loginLinks.admin}</AuthLink>}
      </AuthMessage>
    )
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(run)}>
      <h2 className="font-semibold text-base">{shown.title}</h2>
      <PasswordFields
        label={shown.password}
        password={register('password')}
        confirmation={register('confirmation')}
        errors={errors}
      />
      <Button type="submit" size="lg" loading={busy}>
        {shown.submitLabel}
      </Button>
    </form>
  )
}
