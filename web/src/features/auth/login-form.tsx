import { credentials, type Session } from '@jaanch/contracts/http/auth'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { serverText } from '@/lib/api/api-error'
import { login } from '@/lib/api/auth'
import { resolverFor } from '@/lib/form-resolver'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'
import { AuthLink } from './auth-link'

type LoginFormProps = {
  expects: Session['user']['role']
  identity?: string
  email?: string
  /** Where a new password can be asked for */
  forgot: string
  /** What is said to an account of another role */
  wrongRole: string
  /** What is said where the server gives no text */
  fallback: string
  /** True: the failure has been dealt with */
  onFailure?: (error: unknown) => boolean
}

const form = z.object({
  email: credentials.shape.email.refine((value) => value !== '', 'Please enter your email or phone'),
  password: credentials.shape.password,
})

export function LoginForm(props: LoginFormProps) {
  const { expects, identity = 'Email or Phone', email = '', forgot, wrongRole, fallback, onFailure } = props
  const { signIn } = useSession()
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(form),
    defaultValues: { email, password: '' },
  })

  async function enter(values: z.output<typeof form>) {
    try {
      const { token, user } = await login(values)
      if (user.role !== expects) return toast.error('Login Failed', wrongRole)
      toast.success('Welcome Back!')
      signIn(token, user)
    } catch (error) {
      if (!onFailure?.(error)) toast.error('Login Failed', serverText(error) ?? fallback)
    }
  }

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(enter)}>
      <Field label={identity} error={formState.errors.email && 'Please enter your email or phone'}>
        <Input autoComplete="username" inputMode="email" autoCapitalize="none" {...register('email')} />
      </Field>
      <Field label="Password" error={formState.errors.password && 'Please enter your password'}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Button type="submit" size="lg" loading={formState.isSubmitting} className="mt-1">
        Login
      </Button>
      <AuthLink to={forgot} className="justify-self-center">
        Forgot password?
      </AuthLink>
    </form>
  )
}
