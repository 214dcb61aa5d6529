import { useSearchParams } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { AuthPage } from './auth-page'
import { LoginForm } from './login-form'
import { ForgotPassword } from './reset-password'
import { texts } from './texts'

const adminEmail = 'admin@jaanch.example'

export function AdminAuth() {
  const isForgot = useSearchParams()[0].has('forgot')
  return (
    <AuthPage {...texts.admin.page}>
      {isForgot ? (
        <ForgotPassword loginPath={paths.adminLogin} email={adminEmail} />
      ) : (
        <LoginForm
          expectedRole="admin"
          identityLabel={texts.fields.email}
          email={adminEmail}
          forgotPath={`${paths.adminLogin}?forgot`}
          {...texts.admin.login}
        />
      )}
    </AuthPage>
  )
}
