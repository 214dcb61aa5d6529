import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import type { FactorAnswer, FactorNeeded } from '@/lib/resources/second-factors'
import { Button } from '@/ui/button'
import { CodeForm } from './code-form'
import { prove as texts } from './texts'

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

  // fails also if the user cancelled it
  const passkey = useCommand({
    send: () => onAnswer('passkey'),
    failed: failure,
    fallback: texts.fallback,
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
        <Button variant="outline" size="lg" loading={passkey.busy} onClick={() => void passkey.run()}>
          <Fingerprint aria-hidden />
          {texts.usePasskey}
        </Button>
      )}
      <Button variant="ghost" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? texts.noRecoveryCode : texts.useRecoveryCode}
      </Button>
    </>
  )
}
