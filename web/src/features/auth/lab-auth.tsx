import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiError, serverMessage } from '@/lib/api/api-error'
import { paths } from '@/lib/paths'
import { Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast-store'
import { AuthLink } from './auth-link'
import { AuthPage } from './auth-page'
import { ForgotPassword } from './forgot-password'
import { LabRegisterForm } from './lab-register-form'
import { LoginForm } from './login-form'
import { UnderReview, underReview } from './under-review'

const tabs = [
  { value: 'login', label: 'Login' },
  { value: 'register', label: 'Register' },
] as const

export function LabAuth() {
  const [tab, setTab] = useState<'login' | 'register'>('login')
  const forgotten = useSearchParams()[0].has('forgot')
  const [waiting, setWaiting] = useState<string | null>(null)

  /** A 403 is an application that is not approved. */
  function onFailure(error: unknown): boolean {
    if (!(error instanceof ApiError) || error.status !== 403) return false
    const message = serverMessage(error) ?? underReview
    toast.info('Pending Approval', message)
    setWaiting(message)
    return true
  }

  function backToLogin() {
    setWaiting(null)
    setTab('login')
  }

  return (
    <AuthPage
      title="Lab partners"
      note="Receive bookings and move them along, live."
      pitch="More samples for your lab, less on the phone."
      footer={
        <>
          Looking for a test? <AuthLink to={paths.customerLogin}>Customer login</AuthLink>
        </>
      }
    >
      {forgotten ? (
        <ForgotPassword back={paths.labLogin} />
      ) : waiting ? (
        <UnderReview message={waiting} onBack={backToLogin} />
      ) : (
        <Tabs fullWidth label="Login or register" tabs={tabs} value={tab} onChange={setTab}>
          {tab === 'login' ? (
            <LoginForm
              expects="lab-partner"
              forgot={`${paths.labLogin}?forgot`}
              wrongRole="Access denied. Lab partner account required."
              fallback="Invalid credentials or account not found"
              onFailure={onFailure}
            />
          ) : (
            <LabRegisterForm onSubmitted={() => setWaiting(underReview)} />
          )}
        </Tabs>
      )}
    </AuthPage>
  )
}
