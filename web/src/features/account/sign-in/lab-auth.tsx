import { Ban, Hourglass } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { hasCode, serverMessage } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { lazyPart } from '@/ui/lazy-part'
import { toast } from '@/ui/toast-store'
import { AuthLink, AuthMessage, AuthPage, type AuthTab, AuthTabs } from './auth-page'
import { LoginForm } from './login-form'
import { ForgotPassword, ResetPassword } from './reset-password'
import { texts } from './texts'

const LabRegisterForm = lazyPart(async () => (await import('./lab-register-form')).LabRegisterForm)

export function LabAuth() {
  const [tab, setTab] = useState<AuthTab>('login')
  const [search] = useSearchParams()
  const isForgot = search.has('forgot')
  const invitation = search.get('invitation')
  const [reviewMessage, setReviewMessage] = useState<string | null>(null)
  const [isSuspended, setSuspended] = useState(false)

  /** The application is not approved yet, or the lab is suspended. @returns true if the error was handled */
  function onFailure(error: unknown): boolean {
    // 'forbidden' is the 403 of a proxy
    if (!hasCode(error, 'lab-under-review', 'lab-rejected', 'lab-suspended', 'forbidden')) return false
    const message = serverMessage(error) ?? texts.lab.underReviewText
    const suspended = hasCode(error, 'lab-suspended')
    toast.info(suspended ? texts.lab.suspended : texts.lab.pending, message)
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
      {...texts.lab.page}
      footer={
        <>
          {texts.lab.other} <AuthLink to={paths.customerLogin}>{texts.loginLinks.customer}</AuthLink>
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
          title={isSuspended ? texts.lab.suspended : texts.lab.underReview}
          text={reviewMessage}
        >
          <Button variant="outline" onClick={backToLogin}>
            {texts.backToLogin}
          </Button>
        </AuthMessage>
      ) : (
        <AuthTabs value={tab} onChange={setTab}>
          {tab === 'login' ? (
            <LoginForm
              expectedRole="lab-partner"
              forgotPath={`${paths.labLogin}?forgot`}
              {...texts.lab.login}
              onFailure={onFailure}
            />
          ) : (
            <Suspense>
              <LabRegisterForm onSubmitted={() => setReviewMessage(texts.lab.underReviewText)} />
            </Suspense>
          )}
        </AuthTabs>
      )}
    </AuthPage>
  )
}
