import { useSearchParams } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { AuthPage } from './auth-page'
import { ForgotPassword } from './forgot-password'
import { LoginForm } from './login-form'

const adminEmail = 'admin@jaanch.example'

export function AdminAuth() {
  const isForgot = useSearchParams()[0].has('forgot')
  return (
    <AuthPage
      title="Admin login"
      description="For the people who run Jaanch."
      pitch="Every booking, every lab, as it happens."
    >
      {isForgot ? (
        <ForgotPassword loginPath={paths.adminLogin} email={adminEmail} />
      ) : (
        <LoginForm
          expectedRole="admin"
          identityLabel="Email"
          email={adminEmail}
          forgotPath={`${paths.adminLogin}?forgot`}
          wrongRoleMessage="Access denied. Admin privileges required."
          fallbackMessage="Invalid admin credentials"
        />
      )}
    </AuthPage>
  )
}
