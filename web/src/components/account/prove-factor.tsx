import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { toastFailure } from '@/components/toast-failure'
import type { FactorAnswer, FactorNeeded } from '@/lib/resources/second-factors'
import { Button } from '@/ui/button'
import { CodeForm } from './code-form'

type ProveFactorProps = {
  refusal: FactorNeeded
  /** Title of the toast if the passkey was not used */
  failure: string
  /** What it throws is shown */
  onAnswer: (answer: FactorAnswer) => Promise<void>
}

/** Asks for a code, a passkey or a recovery code of somebody whose password was correct. */
export function ProveFactor({ refusal, failure, onAnswer }: ProveFactorProps) {
  const [isRecovery, setRecovery] = useState(false)
  const [asking, setAsking] = useState(false)

  async function provePasskey() {
    setAsking(true)
    try {
      await onAnswer('passkey')
    } catch (error) {
      // also if the user cancelled it
      toastFailure(failure, error, { fallback: 'The passkey was not used' })
    } finally {
      setAsking(false)
    }
  }

  return (
    <>
      {isRecovery && (
        <CodeForm
          key="recovery"
          kind="recovery"
          label="Recovery code"
          hint="One of the ten codes that you saved. It works once."
          submitLabel="Continue"
          onSubmit={(recoveryCode) => onAnswer({ recoveryCode })}
        />
      )}
      {!isRecovery && refusal.hasApp && (
        <CodeForm
          key="app"
          kind="app"
          label="Code from your authenticator app"
          submitLabel="Continue"
          onSubmit={(code) => onAnswer({ code })}
        />
      )}
      {refusal.passkey && (
        <Button variant="outline" size="lg" loading={asking} onClick={() => void provePasskey()}>
          <Fingerprint aria-hidden />
          Use a passkey
        </Button>
      )}
      <Button variant="ghost" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Do not use a recovery code' : 'Use a recovery code'}
      </Button>
    </>
  )
}
