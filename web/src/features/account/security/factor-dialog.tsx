import type { SecondFactorView, SetUp } from '@jaanch/account/second-factors/api'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { refusedAt, useCommand } from '@/components/use-command'
import { secondFactorOf } from '@/lib/http/api-error'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'
import { beginChange, beginProvenChange, type FactorNeeded, removeFactor, renewRecoveryCodes } from './calls'
import { ProveFactor } from './prove-factor'
import { RecoveryCodes, SetUpFactor } from './set-up-factor'
import { factor as texts } from './texts'

export type FactorChange = { kind: 'add' } | { kind: 'renew' } | { kind: 'remove'; factor: SecondFactorView }

/** A change of the second factors: first the password, then a second step if there is one, then what it is about. */
export function FactorDialog({ change, onClose }: { change: FactorChange; onClose: () => void }) {
  const [needed, setNeeded] = useState<FactorNeeded>()
  const [setUp, setSetUp] = useState<SetUp>()
  const [codes, setCodes] = useState<string[]>()
  const form = useForm({ defaultValues: { password: '' } })
  const title = texts.titles[change.kind]
  const showAtPassword = refusedAt(form, 'password', 'wrong-password')
  const { run, busy } = useCommand({
    send: async ({ password }: { password: string }) => carryOut(await beginChange(password)),
    failed: texts.failed,
    fallback: texts.fallback,
    isRepeatable: false,
    onFailure(error) {
      const refusal = secondFactorOf(error)
      if (refusal?.code !== 'second-factor-needed') return showAtPassword(error)
      setNeeded(refusal)
      return true
    },
  })

  async function carryOut(begun: SetUp) {
    if (change.kind === 'add') setSetUp(begun)
    else if (change.kind === 'renew') setCodes(await renewRecoveryCodes(begun.ticket))
    if (change.kind !== 'remove') return setNeeded(undefined)
    await removeFactor(change.factor.id, begun.ticket)
    done()
  }

  function done() {
    onClose()
    toast.success(texts.succeeded[change.kind])
  }

  if (needed || setUp || codes) {
    return (
      <Dialog onClose={onClose} title={title}>
        {needed && (
          <div className="grid grid-cols-1 gap-4">
            <p className="text-ink-soft">{texts.proveFirst}</p>
            <ProveFactor
              refusal={needed}
              failure={texts.failed}
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
      description={texts.description}
      submitLabel={texts.submitLabels[change.kind]}
      isSubmitting={busy}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
    >
      <Field label={texts.password} error={form.formState.errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', { required: texts.passwordMissing })}
        />
      </Field>
    </FormDialog>
  )
}
