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
import { authTabs } from './tabs'
import { loginLinks, tabs, customer as texts } from './texts'

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
      title={texts.titles[tab]}
      {...texts.page}
      footer={
        <>
          {texts.other} <AuthLink to={paths.labLogin}>{loginLinks.lab}</AuthLink>
        </>
      }
    >
      {token !== null && <ResetPassword token={token} />}
      {token === null && search.has('forgot') && <ForgotPassword loginPath={paths.customerLogin} />}
      {token === null && !search.has('forgot') && (
        <Tabs fullWidth label={tabs.label} tabs={authTabs} value={tab} onChange={setTab}>
          {tab === 'login' ? (
            <LoginForm expectedRole="customer" forgotPath={forgotPathFrom(search)} {...texts.login} />
          ) : (
            <CustomerRegisterForm />
          )}
        </Tabs>
      )}
    </AuthPage>
  )
}
