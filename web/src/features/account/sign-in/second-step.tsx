import type { SecondFactorRefusal } from '@jaanch/account/second-factors/api'
import type { Session } from '@jaanch/account/sessions/api'
import { answerSecondFactor } from '@/features/account/security/calls'
import { ProveFactor } from '@/features/account/security/prove-factor'
import { SetUpFactor } from '@/features/account/security/set-up-factor'
import { Button } from '@/ui/button'
import { texts } from './texts'

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
        {refusal.code === 'second-factor-needed' ? texts.twoSteps.prove : texts.twoSteps.setUp}
      </h2>
      {refusal.code === 'second-factor-needed' ? (
        <ProveFactor
          refusal={refusal}
          failure={texts.login.failed}
          onAnswer={async (answer) => onSignedIn(await answerSecondFactor(refusal, answer))}
        />
      ) : (
        <>
          <p className="text-ink-soft">{texts.twoSteps.why}</p>
          <SetUpFactor
            setUp={refusal.setUp}
            onDone={(session) => (session ? onSignedIn(session) : onBack())}
          />
        </>
      )}
      <Button variant="ghost" onClick={onBack}>
        {texts.backToLogin}
      </Button>
    </div>
  )
}
