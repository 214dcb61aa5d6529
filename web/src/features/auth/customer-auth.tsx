import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { Tabs } from '@/ui/tabs'
import { AuthLink } from './auth-link'
import { AuthPage } from './auth-page'
import { CustomerRegisterForm } from './customer-register-form'
import { ForgotPassword } from './forgot-password'
import { LoginForm } from './login-form'
import { ResetPassword } from './reset-password'

const tabs = [
  { value: 'login', label: 'Login' },
  { value: 'register', label: 'Register' },
] as const

/** Keeps the other parameters: they lead back to a booking in progress after login. */
function forgotPathFrom(search: URLSearchParams): string {
  const next = new URLSearchParams(search)
  next.set('forgot', '')
  return `${paths.customerLogin}?${next}`
}

export function CustomerAuth() {
  const [tab, setTab] = useState<'login' | 'register'>('login')
  const [search] = useSearchParams()
  const token = search.get('reset')
  return (
    <AuthPage
      title={tab === 'login' ? 'Welcome to Jaanch' : 'Create your account'}
      description="Book tests for yourself and your family."
      pitch="Your health tests, at your door, every step live."
      footer={
        <>
          A lab? <AuthLink to={paths.labLogin}>Lab partner login</AuthLink>
        </>
      }
    >
      {token !== null && <ResetPassword token={token} />}
      {token === null && search.has('forgot') && <ForgotPassword loginPath={paths.customerLogin} />}
      {token === null && !search.has('forgot') && (
        <Tabs fullWidth label="Login or register" tabs={tabs} value={tab} onChange={setTab}>
          {tab === 'login' ? (
            <LoginForm
              expectedRole="customer"
              forgotPath={forgotPathFrom(search)}
              wrongRoleMessage="This account is not a customer account"
              fallbackMessage="Invalid email or password"
            />
          ) : (
            <CustomerRegisterForm />
          )}
        </Tabs>
      )}
    </AuthPage>
  )
}
