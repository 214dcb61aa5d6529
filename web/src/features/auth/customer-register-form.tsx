import { registration } from '@jaanch/contracts/http/auth'
import { notices } from '@jaanch/contracts/notices'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Notice } from '@/components/brand/notice'
import { useCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { register as registerCustomer } from '@/lib/resources/auth'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PasswordFields } from './password-fields'
import { passwordsMatch } from './passwords-match'
import { fields, customerRegistration as texts } from './texts'

const registerSchema = z
  .object({ ...registration.omit({ role: true, noticeVersion: true }).shape, confirmation: z.string() })
  .refine(...passwordsMatch)

export function CustomerRegisterForm() {
  const { signIn } = useSession()
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverFor(registerSchema),
    defaultValues: { name: '', email: '', password: '', confirmation: '' },
  })
  const { errors } = formState

  const { run, busy } = useCommand({
    ...texts.command,
    send: ({ name, email, password }: z.output<typeof registerSchema>) =>
      registerCustomer({
        ...{ name, email, password, role: 'customer' },
        noticeVersion: notices.registration.version,
      }),
    done: ({ token, user }) => signIn(token, user),
    isRepeatable: false,
  })

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(run)}>
      <Field label={texts.name} error={errors.name && texts.nameMissing}>
        <Input autoComplete="name" {...register('name')} />
      </Field>
      <Field label={fields.email} error={errors.email && fields.emailWrong}>
        <Input type="email" autoComplete="email" inputMode="email" {...register('email')} />
      </Field>
      <PasswordFields
        password={register('password')}
        confirmation={register('confirmation')}
        errors={errors}
      />
      <Notice name="registration" />
      <Button type="submit" size="lg" loading={busy} className="mt-1">
        {texts.submitLabel}
      </Button>
    </form>
  )
}
