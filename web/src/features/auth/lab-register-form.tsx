import { notices } from '@jaanch/contracts/notices'
import { useEffect } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { Notice } from '@/components/brand/notice'
import { toastFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { useIdempotencyKey } from '@/lib/idempotency'
import { registerLab } from '@/lib/resources/labs'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import type { LabRegistrationForm } from './lab-register-schema'
import { PasswordFields } from './password-fields'

// The phone validation weighs 30 kB gzip: it loads while the form is filled in.
const loadSchema = () => import('./lab-register-schema')
const lazyResolver: Resolver<LabRegistrationForm> = async (...args) =>
  resolverFor((await loadSchema()).labRegisterSchema)(...args)

export function LabRegisterForm({ onSubmitted }: { onSubmitted: () => void }) {
  const withKey = useIdempotencyKey()
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

  async function submit({ confirmation, ...body }: LabRegistrationForm) {
    if (body.password !== confirmation) {
      toast.error('Password Mismatch', 'Passwords do not match')
      return setFocus('confirmation')
    }
    try {
      const request = { ...body, noticeVersion: notices['lab-registration'].version }
      await withKey(request, (key) => registerLab(request, key))
      toast.success(
        'Application Submitted',
        'Your lab partner application has been submitted for admin review',
      )
      onSubmitted()
    } catch (error) {
      const fallback = 'Unable to submit application. Please try again.'
      toastFailure('Registration Failed', error, { fallback })
    }
  }

  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(submit)}>
      <Field label="Organization Name" error={errors.organizationName && 'Please enter the name of your lab'}>
        <Input autoComplete="organization" {...register('organizationName')} />
      </Field>
      <Field label="Email" error={errors.email && 'Please enter a valid email address'}>
        <Input type="email" autoComplete="email" inputMode="email" {...register('email')} />
      </Field>
      <Field label="Phone" error={errors.phone && 'Please enter a valid phone number'}>
        <Input type="tel" autoComplete="tel" inputMode="tel" {...register('phone')} />
      </Field>
      <Field label="Address" error={errors.address && 'Please enter the address of your lab'}>
        <Textarea autoComplete="street-address" className="min-h-20" {...register('address')} />
      </Field>
      <PasswordFields
        password={register('password')}
        confirmation={register('confirmation')}
        errors={errors}
      />
      <Notice name="lab-registration" />
      <Button type="submit" size="lg" loading={formState.isSubmitting} className="mt-1">
        Submit Application
      </Button>
    </form>
  )
}
