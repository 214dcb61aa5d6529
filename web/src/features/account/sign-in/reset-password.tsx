import { authCalls } from '@jaanch/account/sessions/api'
import { CircleCheck, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { hasCode } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { paths } from '@/lib/paths'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { AuthLink, AuthMessage } from './auth-page'
import { PasswordFields, passwordsMatch } from './password-fields'
import { invited, loginLinks, reset } from './texts'

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
  const texts = isFirst ? { ...reset, ...invited } : reset
  const { state, signOut } = useSession()
  const [outcome, setOutcome] = useState<'changed' | 'invalid-link' | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(resetSchema),
    defaultValues: { password: '', confirmation: '' },
  })
  const { errors } = formState

  const { run, busy } = useCommand({
    ...texts.command,
    send: ({ password }: z.output<typeof resetSchema>) => resetPassword({ token, password }),
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
      <AuthMessage icon={Unlink} variant="accent" {...texts.invalid}>
        {!isFirst && <AuthLink to={forgotPath}>{texts.sendAnother}</AuthLink>}
      </AuthMessage>
    )
  }
  if (outcome === 'changed') {
    return (
      <AuthMessage icon={CircleCheck} {...texts.changed}>
        {!isFirst && <AuthLink to={paths.customerLogin}>{loginLinks.customer}</AuthLink>}
        <AuthLink to={paths.labLogin}>{loginLinks.lab}</AuthLink>
        {!isFirst && <AuthLink to={paths.adminLogin}>{loginLinks.admin}</AuthLink>}
      </AuthMessage>
    )
  }
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(run)}>
      <h2 className="font-semibold text-base">{texts.title}</h2>
      <PasswordFields
        label={texts.password}
        password={register('password')}
        confirmation={register('confirmation')}
        errors={errors}
      />
      <Button type="submit" size="lg" loading={busy}>
        {texts.submitLabel}
      </Button>
    </form>
  )
}

/** Sets a new password with the token of the link, which is valid once. */
function resetPassword(body: OptionsAt<'POST', '/api/auth/reset'>['body']) {
  return call('POST', '/api/auth/reset', { body })
}
