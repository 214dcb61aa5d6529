import { Ban, Hourglass } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { hasCode, serverMessage } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-part'
import { Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast-store'
import { AuthLink, AuthMessage, AuthPage } from './auth-page'
import { ForgotPassword } from './forgot-password'
import { LoginForm } from './login-form'
import { ResetPassword } from './reset-password'
import { authTabs, backToLogin as backText, loginLinks, tabs, lab as texts } from './texts'

const LabRegisterForm = lazyPart(async () => (await import('./lab-register-form')).LabRegisterForm)

export function LabAuth() {
  const [tab, setTab] = useState<'login' | 'register'>('login')
  const [search] = useSearchParams()
  const isForgot = search.has('forgot')
  const invitation = search.get('invitation')
  const [reviewMessage, setReviewMessage] = useState<string | null>(null)
  const [isSuspended, setSuspended] = useState(false)

  /** The application is not approved yet, or the lab is suspended. @returns true if the error was handled */
  function onFailure(error: unknown): boolean {
    // 'forbidden' is the 403 of a proxy
    if (!hasCode(error, 'lab-under-review', 'lab-rejected', 'lab-suspended', 'forbidden')) return false
    const message = serverMessage(error) ?? texts.underReviewText
    const suspended = hasCode(error, 'lab-suspended')
    toast.info(suspended ? texts.suspended : texts.pending, message)
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
      {...texts.page}
      footer={
        <>
          {texts.other} <AuthLink to={paths.customerLogin}>{loginLinks.customer}</AuthLink>
        </>
      }
    >
      {invitation !== null ? (
        <ResetPassword token={invitation} isFirst />
      ) : isForgot ? (
        <ForgotPassword loginPath={paths.labLogin} />
      ) : reviewMessage ? (
        <AuthMessage
          icon={isSuspended ? Ban : Hourglass}
          variant="accent"
          title={isSuspended ? texts.suspended : texts.underReview}
          text={reviewMessage}
        >
          <Button variant="outline" onClick={backToLogin}>
            {backText}
          </Button>
        </AuthMessage>
      ) : (
        <Tabs fullWidth label={tabs.label} tabs={authTabs} value={tab} onChange={setTab}>
          {tab === 'login' ? (
            <LoginForm
              expectedRole="lab-partner"
              forgotPath={`${paths.labLogin}?forgot`}
              {...texts.login}
              onFailure={onFailure}
            />
          ) : (
            <Suspense>
              <LabRegisterForm onSubmitted={() => setReviewMessage(texts.underReviewText)} />
            </Suspense>
          )}
        </Tabs>
      )}
    </AuthPage>
  )
}
