import { useSearchParams } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { AuthPage } from './auth-page'
import { ForgotPassword } from './forgot-password'
import { LoginForm } from './login-form'

const email = 'admin@jaanch.example'

export function AdminAuth() {
  const forgotten = useSearchParams()[0].has('forgot')
  return (
    <AuthPage
      title="Admin login"
      note="For the people who run Jaanch."
      pitch="Every booking, every lab, as it happens."
    >
      {forgotten ? (
        <ForgotPassword back={paths.adminLogin} email={email} />
      ) : (
        <LoginForm
          expects="admin"
          identity="Email"
          email={email}
          forgot={`${paths.adminLogin}?forgot`}
          wrongRole="Access denied. Admin privileges required."
          fallback="Invalid admin credentials"
        />
      )}
    </AuthPage>
  )
}
