import type { SecondFactorView, SetUp } from '@jaanch/contracts/http/second-factors'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isClientError, serverText } from '@/lib/http/api-error'
import { beginChange, removeFactor, renewRecoveryCodes } from '@/lib/resources/second-factors'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'
import { RecoveryCodes } from './recovery-codes'
import { SetUpFactor } from './set-up-factor'

export type FactorChange = { kind: 'add' } | { kind: 'renew' } | { kind: 'remove'; factor: SecondFactorView }

const titles = { add: 'Add a second step', renew: 'New recovery codes', remove: 'Remove this second step' }

/** A change of the second factors: first the password, then what it is about. */
export function FactorDialog({ change, onClose }: { change: FactorChange; onClose: () => void }) {
  const [setUp, setSetUp] = useState<SetUp>()
  const [codes, setCodes] = useState<string[]>()
  const form = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const title = titles[change.kind]

  async function confirm({ password }: { password: string }) {
    try {
      const begun = await beginChange(password)
      if (change.kind === 'add') return setSetUp(begun)
      if (change.kind === 'renew') return setCodes(await renewRecoveryCodes(begun.ticket))
      await removeFactor(change.factor.id, begun.ticket)
      onClose()
      toast.success('Second step removed')
    } catch (error) {
      const text = serverText(error)
      if (isClientError(error) && error.status === 422 && text)
        form.setError('password', { message: text }, { shouldFocus: true })
      else toast.error('Nothing was changed', text ?? 'Please try again')
    }
  }

  function done() {
    onClose()
    toast.success(change.kind === 'add' ? 'Second step added' : 'Your new recovery codes are ready')
  }

  if (setUp || codes) {
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
        {setUp && <SetUpFactor setUp={setUp} onDone={done} />}
        {codes && <RecoveryCodes codes={codes} onDone={done} />}
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={title}
      description="Please confirm that it is you."
      submitLabel={change.kind === 'remove' ? 'Remove' : 'Continue'}
      isSubmitting={isSubmitting}
      onSubmit={form.handleSubmit(confirm)}
      onClose={onClose}
    >
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', { required: 'Please enter your password' })}
        />
      </Field>
    </FormDialog>
  )
}
