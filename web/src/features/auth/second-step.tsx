import type { Session } from '@jaanch/contracts/http/auth'
import type { SecondFactorRefusal } from '@jaanch/contracts/http/second-factors'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { CodeForm } from '@/components/account/code-form'
import { SetUpFactor } from '@/components/account/set-up-factor'
import { serverText } from '@/lib/http/api-error'
import { answerSecondFactor } from '@/lib/resources/second-factors'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast-store'

type SecondStepProps = {
  refusal: SecondFactorRefusal
  onSignedIn: (session: Session) => void
  onBack: () => void
}

/** The second step of a login: proves a factor, or sets one up if the account must have one. */
export function SecondStep({ refusal, onSignedIn, onBack }: SecondStepProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="font-semibold text-base">
        {refusal.code === 'second-factor-needed' ? 'Two-step sign-in' : 'Set up two-step sign-in'}
      </h2>
      {refusal.code === 'second-factor-needed' ? (
        <Prove refusal={refusal} onSignedIn={onSignedIn} />
      ) : (
        <>
          <p className="text-ink-soft">Your account needs a second step besides the password.</p>
          <SetUpFactor
            setUp={refusal.setUp}
            onDone={(session) => (session ? onSignedIn(session) : onBack())}
          />
        </>
      )}
      <Button variant="ghost" onClick={onBack}>
        Back to Login
      </Button>
    </div>
  )
}

type ProveProps = {
  refusal: Extract<SecondFactorRefusal, { code: 'second-factor-needed' }>
  onSignedIn: (session: Session) => void
}

function Prove({ refusal, onSignedIn }: ProveProps) {
  const [isRecovery, setRecovery] = useState(false)
  const [asking, setAsking] = useState(false)

  async function provePasskey() {
    setAsking(true)
    try {
      onSignedIn(await answerSecondFactor(refusal, 'passkey'))
    } catch (error) {
      // also if the user cancelled it
      toast.error('Login Failed', serverText(error) ?? 'The passkey was not used')
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
          onSubmit={async (recoveryCode) => onSignedIn(await answerSecondFactor(refusal, { recoveryCode }))}
        />
      )}
      {!isRecovery && refusal.hasApp && (
        <CodeForm
          key="app"
          kind="app"
          label="Code from your authenticator app"
          submitLabel="Continue"
          onSubmit={async (code) => onSignedIn(await answerSecondFactor(refusal, { code }))}
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
