import { authCalls } from '@jaanch/account/sessions/api'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { AuthLink, AuthMessage } from './auth-page'
import { backToLogin, fields, forgot as texts } from './texts'

/** Requests a reset link by e-mail. The answer does not reveal whether the account exists. */
export function ForgotPassword({ loginPath, email = '' }: { loginPath: string; email?: string }) {
  const [answer, setAnswer] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(authCalls.forgotPassword.body),
    defaultValues: { email },
  })

  const { run, busy } = useCommand({
    ...texts.command,
    send: forgotPassword,
    done: ({ message }) => setAnswer(message),
    isRepeatable: false,
  })

  if (answer) {
    return (
      <AuthMessage icon={MailCheck} title={texts.sent} text={answer}>
        <AuthLink to={loginPath}>{backToLogin}</AuthLink>
      </AuthMessage>
    )
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(run)}>
      <div>
        <h2 className="font-semibold text-base">{texts.title}</h2>
        <p className="mt-1 text-ink-soft">{texts.text}</p>
      </div>
      <Field label={fields.email} error={formState.errors.email && fields.emailWrong}>
        <Input
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          {...register('email')}
        />
      </Field>
      <Button type="submit" size="lg" loading={busy}>
        {texts.submitLabel}
      </Button>
      <AuthLink to={loginPath} className="justify-self-center">
        {backToLogin}
      </AuthLink>
    </form>
  )
}

/** Requests an e-mail with a link. The response does not show whether the account exists. */
function forgotPassword(body: OptionsAt<'POST', '/api/auth/forgot'>['body']) {
  return call('POST', '/api/auth/forgot', { body })
}
