import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { pleaseTryAgain } from '@/components/texts'
import { useCommand } from '@/components/use-command'
import { serverText } from '@/lib/http/api-error'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import type { FactorAnswer, FactorNeeded } from './calls'

const texts = {
  recoveryCode: {
    label: 'Recovery code',
    hint: 'One of the ten codes that you saved. It works once.',
    submitLabel: 'Continue',
  },
  appCode: { label: 'Code from your authenticator app', submitLabel: 'Continue' },
  usePasskey: 'Use a passkey',
  useRecoveryCode: 'Use a recovery code',
  noRecoveryCode: 'Do not use a recovery code',
  notUsed: 'The passkey was not used',
  incomplete: 'Please enter the six digits',
  missing: 'Please enter a code',
}

type ProveFactorProps = {
  refusal: FactorNeeded
  /** Title of the toast if the passkey was not used */
  failure: string
  /** Its errors are shown */
  onAnswer: (answer: FactorAnswer) => Promise<void>
}

/** Asks for a code, a passkey or a recovery code of somebody whose password was correct. */
export function ProveFactor({ refusal, failure, onAnswer }: ProveFactorProps) {
  const [isRecovery, setRecovery] = useState(false)

  // fails also if the user cancelled it
  const passkey = useCommand({
    send: () => onAnswer('passkey'),
    failed: failure,
    fallback: texts.notUsed,
    isRepeatable: false,
  })

  return (
    <>
      {isRecovery && (
        <CodeForm
          key="recovery"
          kind="recovery"
          {...texts.recoveryCode}
          onSubmit={(recoveryCode) => onAnswer({ recoveryCode })}
        />
      )}
      {!isRecovery && refusal.hasApp && (
        <CodeForm key="app" kind="app" {...texts.appCode} onSubmit={(code) => onAnswer({ code })} />
      )}
      {refusal.passkey && (
        <Button
          icon={Fingerprint}
          variant="outline"
          size="lg"
          loading={passkey.busy}
          onClick={() => void passkey.run()}
        >
          {texts.usePasskey}
        </Button>
      )}
      <Button variant="ghost" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? texts.noRecoveryCode : texts.useRecoveryCode}
      </Button>
    </>
  )
}

type CodeFormProps = {
  label: string
  hint?: string
  /** 'app': six digits; 'recovery': letters and digits */
  kind: 'app' | 'recovery'
  submitLabel: string
  /** Whether the field is what comes next (default) */
  isFocused?: boolean
  /** Its errors are shown below the field */
  onSubmit: (code: string) => Promise<void>
}

export function CodeForm({ label, hint, kind, submitLabel, isFocused = true, onSubmit }: CodeFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })

  const { run, busy } = useCommand({
    send: ({ code }: { code: string }) => onSubmit(code),
    onFailure(error) {
      setError('code', { message: serverText(error) ?? pleaseTryAgain }, { shouldFocus: true })
      return true
    },
  })

  const isApp = kind === 'app'
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(run)}>
      <Field label={label} hint={hint} error={formState.errors.code?.message}>
        <Input
          // the step has replaced another form: the code is what comes next
          autoFocus={isFocused}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          inputMode={isApp ? 'numeric' : 'text'}
          autoCapitalize="characters"
          maxLength={isApp ? 10 : 50}
          className="font-mono tracking-widest"
          {...register('code', {
            validate: (code) => !isApp || /^\d{6}$/.test(code.replaceAll(/\s/g, '')) || texts.incomplete,
            required: texts.missing,
          })}
        />
      </Field>
      <Button type="submit" size="lg" loading={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
