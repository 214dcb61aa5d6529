import { useSearchParams } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { AuthPage } from './auth-page'
import { ForgotPassword } from './forgot-password'
import { LoginForm } from './login-form'
import { fields, admin as texts } from './texts'

const adminEmail = 'admin@jaanch.example'

export function AdminAuth() {
  const isForgot = useSearchParams()[0].has('forgot')
  return (
    <AuthPage {...texts.page}>
      {isForgot ? (
        <ForgotPassword loginPath={paths.adminLogin} email={adminEmail} />
      ) : (
        <LoginForm
          expectedRole="admin"
          identityLabel={fields.email}
          email={adminEmail}
          forgotPath={`${paths.adminLogin}?forgot`}
          {...texts.login}
        />
      )}
    </AuthPage>
  )
}
