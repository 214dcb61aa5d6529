import { notices } from '@jaanch/account/privacy/consent-texts'
import { registration } from '@jaanch/account/sessions/api'
import { Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { z } from 'zod'
import { Notice } from '@/components/brand/logo'
import { useCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { command } from '@/lib/idempotency'
import { bookPath, nextPath, paths } from '@/lib/paths'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { lazyPart } from '@/ui/lazy-part'
import { AuthLink, AuthPage, type AuthTab, AuthTabs } from './auth-page'
import { LoginForm } from './login-form'
import { PasswordFields, passwordsMatch } from './password-fields'
import { ForgotPassword, ResetPassword } from './reset-password'
import { texts } from './texts'

const ChosenTest = lazyPart(async () => (await import('./chosen-test')).ChosenTest)

/** @returns the id of the package that a visitor wants to book */
function chosenIn(search: URLSearchParams): string | undefined {
  const next = nextPath(search) ?? ''
  return next.startsWith(bookPath(''))
    ? next.slice(bookPath('').length).match(/^[\da-f-]{36}/)?.[0]
    : undefined
}

/** Keeps the other parameters: they lead back to a booking in progress after login. */
function forgotPathFrom(search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.set('forgot', '')
  return `${paths.customerLogin}?${next}`
}

export function CustomerAuth() {
  const [tab, setTab] = useState<AuthTab>('login')
  const [search] = useSearchParams()
  const token = search.get('reset')
  const packageId = chosenIn(search)
  const { description, pitch } = texts.customer.page
  return (
    <AuthPage
      title={texts.customer.titles[tab]}
      pitch={pitch}
      description={
        packageId ? (
          <Suspense fallback={description}>
            <ChosenTest packageId={packageId} description={description} />
          </Suspense>
        ) : (
          description
        )
      }
      footer={
        <>
          {texts.customer.other} <AuthLink to={paths.labLogin}>{texts.loginLinks.lab}</AuthLink>
        </>
      }
    >
      {token !== null && <ResetPassword token={token} />}
      {token === null && search.has('forgot') && <ForgotPassword loginPath={paths.customerLogin} />}
      {token === null && !search.has('forgot') && (
        <AuthTabs value={tab} onChange={setTab}>
          {tab === 'login' ? (
            <>
              <LoginForm
                expectedRole="customer"
                forgotPath={forgotPathFrom(search)}
                {...texts.customer.login}
              />
              {packageId && (
                <Button
                  variant="outline"
                  size="lg"
                  className="mt-3 w-full px-3 text-sm"
                  onClick={() => setTab('register')}
                >
                  {texts.chosenTest.register}
                </Button>
              )}
            </>
          ) : (
            <CustomerRegisterForm />
          )}
        </AuthTabs>
      )}
    </AuthPage>
  )
}

const registerSchema = z
  .object({
    ...registration.pick({ name: true, email: true, password: true }).shape,
    confirmation: z.string(),
  })
  .refine(...passwordsMatch)

function CustomerRegisterForm() {
  const { signIn } = useSession()
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(registerSchema),
    defaultValues: { name: '', email: '', password: '', confirmation: '' },
  })
  const { errors } = formState

  const { run, busy } = useCommand({
    ...texts.customerRegistration.command,
    send: ({ name, email, password }: z.output<typeof registerSchema>) =>
      command('POST', '/api/auth/register', {
        body: { name, email, password, role: 'customer', noticeVersion: notices.registration.version },
      }),
    done: ({ token, user }) => signIn(token, user),
    isRepeatable: false,
  })

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(run)}>
      <Field
        label={texts.customerRegistration.name}
        error={errors.name && texts.customerRegistration.nameMissing}
      >
        <Input autoComplete="name" {...register('name')} />
      </Field>
      <Field label={texts.fields.email} error={errors.email && texts.fields.emailWrong}>
        <Input type="email" autoComplete="email" inputMode="email" {...register('email')} />
      </Field>
      <PasswordFields
        password={register('password')}
        confirmation={register('confirmation')}
        errors={errors}
      />
      <Notice name="registration" />
      <Button type="submit" size="lg" loading={busy} className="mt-1">
        {texts.customerRegistration.submitLabel}
      </Button>
    </form>
  )
}
