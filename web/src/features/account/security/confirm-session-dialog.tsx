import { useState } from 'react'
import { useDialogCommand } from '@/components/use-command'
import { hasCode, secondFactorOf, serverText } from '@/lib/http/api-error'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { lazyPart } from '@/ui/lazy-part'
import { PasswordInput } from '@/ui/password-input'
import { confirmSession, type FactorNeeded, proveSession } from './calls'
import { confirm as texts } from './texts'

const ProveFactor = lazyPart(async () => (await import('./prove-factor')).ProveFactor, 'h-40')

type ConfirmSessionDialogProps = { onConfirmed: () => void; onClose: () => void }

/** Before what cannot be undone: the password again, and a second step of somebody who has one. */
export function ConfirmSessionDialog({ onConfirmed, onClose }: ConfirmSessionDialogProps) {
  const [needed, setNeeded] = useState<FactorNeeded>()
  // one field: any page may open this, and the library of forms is larger than all else in it
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const { run, busy } = useDialogCommand({
    send: () => confirmSession(password),
    done: onConfirmed,
    failed: texts.failed,
    fallback: texts.fallback,
    isRepeatable: false,
    onFailure(error) {
      const refusal = secondFactorOf(error)
      if (refusal?.code === 'second-factor-needed') setNeeded(refusal)
      else if (hasCode(error, 'wrong-password')) setProblem(serverText(error) ?? texts.fallback)
      else return false
      return true
    },
  })

  function submit() {
    setProblem(password === '' ? texts.passwordMissing : undefined)
    if (password !== '') void run()
  }

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
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={texts.password} error={problem}>
        <PasswordInput
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
    </FormDialog>
  )
}
