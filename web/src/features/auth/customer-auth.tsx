import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { Tabs } from '@/ui/tabs'
import { AuthPage } from './auth-page'
import { CustomerRegisterForm } from './customer-register-form'
import { LoginForm } from './login-form'

const tabs = [
  { name: 'login', label: 'Login' },
  { name: 'register', label: 'Register' },
] as const

export function CustomerAuth() {
  const [tab, setTab] = useState<'login' | 'register'>('login')
  return (
    <AuthPage
      title={tab === 'login' ? 'Welcome to Jaanch' : 'Create your account'}
      note="Book tests for yourself and your family."
      pitch="Your health tests, at your door, every step live."
      footer={
        <>
          A lab?{' '}
          <Link
            to={paths.labLogin}
            className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline underline-offset-4"
          >
            Lab partner login
          </Link>
        </>
      }
    >
      <Tabs wide label="Login or register" tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'login' ? (
          <LoginForm
            expects="customer"
            wrongRole="This account is not a customer account"
            fallback="Invalid email or password"
          />
        ) : (
          <CustomerRegisterForm />
        )}
      </Tabs>
    </AuthPage>
  )
}
