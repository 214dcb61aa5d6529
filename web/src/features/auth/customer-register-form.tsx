import { registration } from '@jaanch/contracts/http/auth'
import { notices } from '@jaanch/contracts/notices'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Notice } from '@/components/brand/notice'
import { toastFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { useIdempotencyKey } from '@/lib/idempotency'
import { register as registerCustomer } from '@/lib/resources/auth'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { PasswordFields } from './password-fields'
import { passwordsMatch } from './passwords-match'

const registerSchema = z
  .object({ ...registration.omit({ role: true, noticeVersion: true }).shape, confirmation: z.string() })
  .refine(...passwordsMatch)

export function CustomerRegisterForm() {
  const { signIn } = useSession()
  const withKey = useIdempotencyKey()
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(registerSchema),
    defaultValues: { name: '', email: '', password: '', confirmation: '' },
  })
  const { errors } = formState

  async function submit({ name, email, password }: z.output<typeof registerSchema>) {
    const noticeVersion = notices.registration.version
    const body = { name, email, password, role: 'customer' as const, noticeVersion }
    try {
      const { token, user } = await withKey(body, (key) => registerCustomer(body, key))
      toast.success('Welcome!')
      signIn(token, user)
    } catch (error) {
      toastFailure('Registration Failed', error, { fallback: 'Please try again' })
    }
  }

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(submit)}>
      <Field label="Full Name" error={errors.name && 'Please enter your name'}>
        <Input autoComplete="name" {...register('name')} />
      </Field>
      <Field label="Email" error={errors.email && 'Please enter a valid email address'}>
        <Input type="email" autoComplete="email" inputMode="email" {...register('email')} />
      </Field>
      <PasswordFields
        password={register('password')}
        confirmation={register('confirmation')}
        errors={errors}
      />
      <Notice name="registration" />
      <Button type="submit" size="lg" loading={formState.isSubmitting} className="mt-1">
        Create Account
      </Button>
    </form>
  )
}
