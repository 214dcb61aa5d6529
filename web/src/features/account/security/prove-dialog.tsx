import { useRef, useState } from 'react'
import { pleaseTryAgain } from '@/components/texts'
import { useDialogCommand } from '@/components/use-command'
import { hasCode, secondFactorOf, serverText } from '@/lib/http/api-error'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { lazyPart } from '@/ui/lazy-part'
import { PasswordInput } from '@/ui/password-input'
import { confirmSession, type FactorNeeded, type Proof } from './calls'

const texts = {
  confirm: {
    title: 'Confirm that it is you',
    description: 'You have been signed in for a while, and this may change what cannot be changed back.',
    submitLabel: 'Confirm',
  },
  proveFirst: 'Please confirm it with a second step that you have.',
  password: 'Password',
  passwordMissing: 'Please enter your password',
  failed: 'Nothing was changed',
}

const ProveFactor = lazyPart(async () => (await import('./prove-factor')).ProveFactor, 'h-40')

type ProveDialogProps = {
  title: string
  description: string
  submitLabel: string
  /** Sends the proof, and goes on. Its errors are shown */
  onProof: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks for the password again, and then for a second step of somebody who has one. */
export function ProveDialog({ title, description, submitLabel, onProof, onClose }: ProveDialogProps) {
  const [needed, setNeeded] = useState<FactorNeeded>()
  // one field: any page may open this, and the library of forms is larger than all else in it
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { run, busy } = useDialogCommand({
    send: () => onProof({ password }),
    failed: texts.failed,
    fallback: pleaseTryAgain,
    isRepeatable: false,
    onFailure(error) {
      const refusal = secondFactorOf(error)
      if (refusal?.code === 'second-factor-needed') setNeeded(refusal)
      else if (hasCode(error, 'wrong-password')) refuse(serverText(error) ?? pleaseTryAgain)
      else return false
      return true
    },
  })

  function refuse(text: string) {
    setProblem(text)
    field.current?.focus()
  }

  if (needed) {
    return (
      <Dialog onClose={onClose} title={title}>
        <div className="grid grid-cols-1 gap-4">
          <p className="text-ink-soft">{texts.proveFirst}</p>
          <ProveFactor
            refusal={needed}
            failure={texts.failed}
            onAnswer={(answer) => onProof({ needed, answer })}
          />
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      {...{ title, description, submitLabel, onClose }}
      isSubmitting={busy}
      onSubmit={() => (password === '' ? refuse(texts.passwordMissing) : run())}
    >
      <Field label={texts.password} error={problem}>
        <PasswordInput
          ref={field}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={({ target }) => {
            setPassword(target.value)
            setProblem(undefined)
          }}
        />
      </Field>
    </FormDialog>
  )
}

type ConfirmSessionDialogProps = { onConfirmed: () => void; onClose: () => void }

/** Before what cannot be undone. */
export function ConfirmSessionDialog({ onConfirmed, onClose }: ConfirmSessionDialogProps) {
  async function confirm(proof: Proof) {
    await confirmSession(proof)
    onConfirmed()
  }
  return <ProveDialog {...texts.confirm} onProof={confirm} onClose={onClose} />
}
