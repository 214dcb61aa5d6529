import { istDate } from '@jaanch/contracts/calendar'
import type { ReactNode } from 'react'
import { HoldCountdown } from '@/features/booking/slots/hold-countdown'
import { visitText } from '@/features/booking/slots/slot-texts'
import { cn } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { notices as noticesTexts, footer as texts } from './texts'
import { useWizard } from './use-wizard'
import { RunningTotal } from './wizard-summary'

/** The specified alert, and the server's reason if it sent one. */
export type SubmitError = {
  text: string
  reason?: string | undefined
  /** The time is taken: leads to the choice of another one */
  isTimeTaken?: boolean
}

type WizardFooterProps = {
  isValid: boolean
  sending: boolean
  error: SubmitError | null
  /** Next was pressed at the address */
  isInstantChecked: boolean
  onBack: () => void
  onChooseTime: () => void
}

/** Sticky: on a phone the buttons stay within reach of the thumb. */
export function WizardFooter({ isValid, sending, error, onBack, ...notice }: WizardFooterProps) {
  const { step } = useWizard()
  const label = step < 6 ? texts.next : sending ? texts.sending : texts.confirm
  return (
    <div className="sticky bottom-0 border-t bg-surface pb-[env(safe-area-inset-bottom)]">
      {error ? (
        <Obstacle isError action={error.isTimeTaken && texts.chooseTime} onAct={notice.onChooseTime}>
          <p className="font-semibold">{error.text}</p>
          {error.reason && <p>{error.reason}</p>}
        </Obstacle>
      ) : (
        <VisitNotice {...notice} />
      )}
      <RunningTotal />
      <div className="mx-auto flex max-w-[1040px] justify-between gap-3 px-4 py-3 sm:px-6">
        <Button variant="outline" size="lg" disabled={sending} onClick={onBack}>
          {texts.back}
        </Button>
        <Button
          type="submit"
          size="lg"
          className="max-sm:grow sm:min-w-44"
          disabled={!isValid}
          loading={sending}
        >
          {label}
        </Button>
      </div>
    </div>
  )
}

type VisitNoticeProps = Pick<WizardFooterProps, 'isInstantChecked' | 'onChooseTime'>

/** Says how long the slot is held, or why the visit is not possible, with one tap to another time. */
function VisitNotice({ isInstantChecked, onChooseTime }: VisitNoticeProps) {
  const { step, draft, visitSlots, now } = useWizard()
  const { hold, pincodeWithoutInstant } = visitSlots
  const { collectionType, preferredDate: date, preferredTime: time } = draft
  if (collectionType === 'instant') {
    if (!pincodeWithoutInstant || !(step === 6 || (step === 4 && isInstantChecked))) return null
    return (
      <Obstacle action={noticesTexts.chooseDay} onAct={onChooseTime}>
        {noticesTexts.noInstant(pincodeWithoutInstant)}
      </Obstacle>
    )
  }
  if (!date || !time || (step !== 5 && step !== 6)) return null
  const visit = visitText({ date, time }, istDate(now))
  if (hold.isRefused && step === 6) {
    return (
      <Obstacle action={texts.chooseTime} onAct={onChooseTime}>
        {noticesTexts.taken(visit)}
      </Obstacle>
    )
  }
  return <HoldCountdown control={hold} visit={visit} onChooseAgain={step === 6 ? onChooseTime : undefined} />
}

type ObstacleProps = {
  children: ReactNode
  isError?: boolean
  action: string | false | undefined
  onAct: () => void
}

function Obstacle({ children, isError = false, action, onAct }: ObstacleProps) {
  return (
    <div
      role="alert"
      className={cn(
        'animate-rise',
        isError ? 'bg-error-soft text-error' : 'bg-accent-soft font-medium text-accent-ink',
      )}
    >
      <div className="mx-auto flex max-w-[1040px] flex-wrap items-center gap-3 px-4 py-3 sm:px-6">
        <div className="grow basis-60">{children}</div>
        {action && (
          <Button size="sm" className="max-sm:grow" onClick={onAct}>
            {action}
          </Button>
        )}
      </div>
    </div>
  )
}
