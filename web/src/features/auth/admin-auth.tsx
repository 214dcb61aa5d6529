import { AuthPage } from './auth-page'
import { LoginForm } from './login-form'

export function AdminAuth() {
  return (
    <AuthPage
      title="Admin login"
      note="For the people who run Jaanch."
      pitch="Every booking, every lab, as it happens."
    >
      <LoginForm
        expects="admin"
        identity="Email"
        email="admin@jaanch.example"
        wrongRole="Access denied. Admin privileges required."
        fallback="Invalid admin credentials"
      />
    </AuthPage>
  )
}
