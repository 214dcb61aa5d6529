import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { refusedAt, useDialogCommand } from '@/components/use-command'
import { secondFactorOf } from '@/lib/http/api-error'
import { confirmSession, type FactorNeeded, proveSession } from '@/lib/resources/second-factors'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { ProveFactor } from './prove-factor'
import { confirm as texts } from './texts'

type ConfirmSessionDialogProps = { onConfirmed: () => void; onClose: () => void }

/** Before what cannot be undone: the password again, and a second step of somebody who has one. */
export function ConfirmSessionDialog({ onConfirmed, onClose }: ConfirmSessionDialogProps) {
  const [needed, setNeeded] = useState<FactorNeeded>()
  const form = useForm({ defaultValues: { password: '' } })
  const showAtPassword = refusedAt(form, 'password', 'wrong-password')
  const { run, busy } = useDialogCommand({
    send: ({ password }: { password: string }) => confirmSession(password),
    done: onConfirmed,
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

  if (needed) {
    return (
      <Dialog onClose={onClose} title={texts.title}>
        <div className="grid grid-cols-1 gap-4">
          <p className="text-ink-soft">{texts.proveFirst}</p>
          <ProveFactor
            refusal={needed}
            failure={texts.failed}
            onAnswer={async (answer) => {
              await proveSession(needed, answer)
              onConfirmed()
            }}
          />
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={texts.title}
      description={texts.description}
      submitLabel={texts.submitLabel}
      isSubmitting={busy}
      onSubmit={form.handleSubmit(run)}
      onClose={onClose}
    >
      <Field label={texts.password} error={form.formState.errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          data-autofocus
          {...form.register('password', { required: texts.passwordMissing })}
        />
      </Field>
    </FormDialog>
  )
}
