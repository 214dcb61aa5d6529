import type { SecondFactorView, SetUp } from '@jaanch/contracts/http/second-factors'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toastFailure } from '@/components/toast-failure'
import { hasCode, secondFactorOf, serverText } from '@/lib/http/api-error'
import {
  beginChange,
  beginProvenChange,
  type FactorNeeded,
  removeFactor,
  renewRecoveryCodes,
} from '@/lib/resources/second-factors'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'
import { ProveFactor } from './prove-factor'
import { RecoveryCodes } from './recovery-codes'
import { SetUpFactor } from './set-up-factor'

export type FactorChange = { kind: 'add' } | { kind: 'renew' } | { kind: 'remove'; factor: SecondFactorView }

const titles = { add: 'Add a second step', renew: 'New recovery codes', remove: 'Remove this second step' }

/** A change of the second factors: first the password, then a second step if there is one, then what it is about. */
export function FactorDialog({ change, onClose }: { change: FactorChange; onClose: () => void }) {
  const [needed, setNeeded] = useState<FactorNeeded>()
  const [setUp, setSetUp] = useState<SetUp>()
  const [codes, setCodes] = useState<string[]>()
  const form = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const title = titles[change.kind]

  async function carryOut(begun: SetUp) {
    if (change.kind === 'add') setSetUp(begun)
    else if (change.kind === 'renew') setCodes(await renewRecoveryCodes(begun.ticket))
    if (change.kind !== 'remove') return setNeeded(undefined)
    await removeFactor(change.factor.id, begun.ticket)
    onClose()
    toast.success('Second step removed')
  }

  async function confirm({ password }: { password: string }) {
    try {
      await carryOut(await beginChange(password))
    } catch (error) {
      const refusal = secondFactorOf(error)
      if (refusal?.code === 'second-factor-needed') return setNeeded(refusal)
      if (hasCode(error, 'wrong-password'))
        form.setError('password', { message: serverText(error) ?? '' }, { shouldFocus: true })
      else toastFailure('Nothing was changed', error, { fallback: 'Please try again' })
    }
  }

  function done() {
    onClose()
    toast.success(change.kind === 'add' ? 'Second step added' : 'Your new recovery codes are ready')
  }

  if (needed || setUp || codes) {
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
        {needed && (
          <div className="grid grid-cols-1 gap-4">
            <p className="text-ink-soft">Please confirm it with a second step that you have.</p>
            <ProveFactor
              refusal={needed}
              failure="Nothing was changed"
              onAnswer={async (answer) => carryOut(await beginProvenChange(needed, answer))}
            />
          </div>
        )}
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
