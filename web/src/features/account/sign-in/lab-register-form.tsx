import { notices } from '@jaanch/account/privacy/consent-texts'
import { useEffect } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { Notice } from '@/components/brand/logo'
import { useCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { command } from '@/lib/idempotency'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import type { LabRegistrationForm } from './lab-register-schema'
import { PasswordFields } from './password-fields'
import { texts } from './texts'

// The phone validation weighs 30 kB gzip: it loads while the form is filled in.
const loadSchema = () => import('./lab-register-schema')

const lazyResolver: Resolver<LabRegistrationForm> = async (...args) =>
  resolverFor((await loadSchema()).labRegisterSchema)(...args)

export function LabRegisterForm({ onSubmitted }: { onSubmitted: () => void }) {
  const { register, handleSubmit, formState, setFocus } = useForm<LabRegistrationForm>({
    resolver: lazyResolver,
    defaultValues: {
      organizationName: '',
      email: '',
      phone: '',
      address: '',
      password: '',
      confirmation: '',
    },
  })
  const { errors } = formState

  // what fails is loaded again when it is needed
  useEffect(() => void loadSchema().catch(() => {}), [])

  const { run } = useCommand({
    ...texts.labRegistration.command,
    send: (body: Omit<LabRegistrationForm, 'confirmation'>) =>
      command('POST', '/api/lab-partners/register', {
        body: { ...body, noticeVersion: notices['lab-registration'].version },
      }),
    done: onSubmitted,
    isRepeatable: false,
  })

  async function submit({ confirmation, ...body }: LabRegistrationForm) {
    if (body.password === confirmation) return run(body)
    toast.error(texts.labRegistration.passwordMismatch, texts.fields.passwordsDiffer)
    setFocus('confirmation')
  }

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(submit)}>
      <Field
        label={texts.labRegistration.name}
        error={errors.organizationName && texts.labRegistration.nameMissing}
      >
        <Input autoComplete="organization" {...register('organizationName')} />
      </Field>
      <Field label={texts.fields.email} error={errors.email && texts.fields.emailWrong}>
        <Input type="email" autoComplete="email" inputMode="email" {...register('email')} />
      </Field>
      <Field label={texts.labRegistration.phone} error={errors.phone && texts.labRegistration.phoneWrong}>
        <Input type="tel" autoComplete="tel" inputMode="tel" {...register('phone')} />
      </Field>
      <Field
        label={texts.labRegistration.address}
        error={errors.address && texts.labRegistration.addressMissing}
      >
        <Textarea autoComplete="street-address" className="min-h-20" {...register('address')} />
      </Field>
      <PasswordFields
        password={register('password')}
        confirmation={register('confirmation')}
        errors={errors}
      />
      <Notice name="lab-registration" />
      <Button type="submit" size="lg" loading={formState.isSubmitting} className="mt-1">
        {texts.labRegistration.submitLabel}
      </Button>
    </form>
  )
}
