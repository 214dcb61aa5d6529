import { Ban, Hourglass } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { hasCode, serverMessage } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-part'
import { Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast-store'
import { AuthLink } from './auth-link'
import { AuthMessage } from './auth-message'
import { AuthPage } from './auth-page'
import { ForgotPassword } from './forgot-password'
import { LoginForm } from './login-form'

const LabRegisterForm = lazyPart(async () => (await import('./lab-register-form')).LabRegisterForm)

const underReviewText = 'Your lab partner application is under review. You will be notified once approved.'

const tabs = [
  { value: 'login', label: 'Login' },
  { value: 'register', label: 'Register' },
] as const

export function LabAuth() {
  const [tab, setTab] = useState<'login' | 'register'>('login')
  const isForgot = useSearchParams()[0].has('forgot')
  const [reviewMessage, setReviewMessage] = useState<string | null>(null)
  const [isSuspended, setSuspended] = useState(false)

  /** The application is not approved yet, or the lab is suspended. @returns true if the error was handled */
  function onFailure(error: unknown): boolean {
    // 'forbidden' is the 403 of a proxy, or of a release without codes
    if (!hasCode(error, 'lab-under-review', 'lab-rejected', 'lab-suspended', 'forbidden')) return false
    const message = serverMessage(error) ?? underReviewText
    const suspended = hasCode(error, 'lab-suspended')
    toast.info(suspended ? 'Lab Suspended' : 'Pending Approval', message)
    setSuspended(suspended)
    setReviewMessage(message)
    return true
  }

  function backToLogin() {
    setReviewMessage(null)
    setTab('login')
  }

  return (
    <AuthPage
      title="Lab partners"
      description="Receive bookings and move them along, live."
      pitch="More samples for your lab, less on the phone."
      footer={
        <>
          Looking for a test? <AuthLink to={paths.customerLogin}>Customer login</AuthLink>
        </>
      }
    >
      {isForgot ? (
        <ForgotPassword loginPath={paths.labLogin} />
      ) : reviewMessage ? (
        <AuthMessage
          icon={isSuspended ? Ban : Hourglass}
          variant="accent"
          title={isSuspended ? 'Lab Suspended' : 'Application Under Review'}
          text={reviewMessage}
        >
          <Button variant="outline" onClick={backToLogin}>
            Back to Login
          </Button>
        </AuthMessage>
      ) : (
        <Tabs fullWidth label="Login or register" tabs={tabs} value={tab} onChange={setTab}>
          {tab === 'login' ? (
            <LoginForm
              expectedRole="lab-partner"
              forgotPath={`${paths.labLogin}?forgot`}
              wrongRoleMessage="Access denied. Lab partner account required."
              fallbackMessage="Invalid credentials or account not found"
              onFailure={onFailure}
            />
          ) : (
            <Suspense>
              <LabRegisterForm onSubmitted={() => setReviewMessage(underReviewText)} />
            </Suspense>
          )}
        </Tabs>
      )}
    </AuthPage>
  )
}
