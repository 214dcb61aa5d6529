import type { PackageView } from '@jaanch/catalogue/packages/api'
import { istDate } from '@jaanch/contracts/calendar'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { reasonWithWait, useCommand } from '@/components/use-command'
import { useAddresses } from '@/features/account/people-calls'
import { HoldCountdown } from '@/features/booking/slots/hold-countdown'
import { visitText } from '@/features/booking/slots/slot-texts'
import { refreshSlots } from '@/features/booking/slots/use-hold'
import { refreshPackages } from '@/features/catalogue/packages-calls'
import { cn } from '@/lib/class-names'
import { hasCode, isAnswered, newTotalOf } from '@/lib/http/api-error'
import { useUser } from '@/lib/session/session-context'
import { useNow } from '@/lib/timing'
import { announce } from '@/ui/announcer'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast-store'
import type { AddressErrors } from './address-errors'
import { useDraft } from './draft'
import { StepView } from './step-view'
import { stepAfter, stepIsValid, stepToShow, useWizardHistory } from './steps'
import { loadNewAddress } from './steps/address-step'
import { MayBeBooked, submitBooking } from './submit-booking'
import { useChosenPackages, useTotal } from './use-packages'
import { useVisitSlots } from './use-visit-slots'
import { useWizard, WizardContext } from './use-wizard'
import { chosenPackageIds } from './visit'
import { WizardFrame, WizardProgress } from './wizard-frame'
import { RunningTotal, WizardSummary } from './wizard-summary'

const texts = {
  step: (step: number) => `Step ${step} of 7`,
  refused: 'Failed to create booking. Please try again.',
  failed: 'An error occurred. Please try again.',
  placedBefore: [
    'Your booking was placed before',
    'Its answer had been lost. What you changed since is not part of it.',
  ],
  next: 'Next',
  sending: 'Processing...',
  confirm: 'Confirm Booking',
  back: 'Back',
  chooseTime: 'Choose another time',
  chooseDay: 'Choose a day and time',
  noInstant: (pincode: string) => `Nobody can come within four hours at ${pincode} at present.`,
  taken: (visit: string) => `Your time, ${visit}, has just been taken.`,
} as const

// The contract's validation of phones and PIN codes weighs 68 kB gzip: it loads while the address is typed.
const loadAddressErrors = () => import('./address-errors')

export function Wizard({ item }: { item: PackageView }) {
  const { id: userId } = useUser()
  const [search] = useSearchParams()
  const now = useNow()
  const addresses = useAddresses()
  const [draft, updateDraft] = useDraft(userId, item.id, search.has('step'))
  const { packages, loading: packagesLoading } = useChosenPackages(item, draft, updateDraft)
  const [total, showTotal] = useTotal(draft, packages)
  const [addressErrors, setAddressErrors] = useState<AddressErrors>({})
  const [submitError, setSubmitError] = useState<SubmitError | null>(null)
  const [isInstantChecked, setInstantChecked] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const lastShownStep = useRef<number | null>(null)

  const step = stepToShow(Number(search.get('step') ?? 1), draft, now)
  const history = useWizardHistory(step, draft)
  const confirmation = useCommand({
    send: () => submitBooking(draft, { savedAddresses: addresses.rows, total, updateDraft }),
    done({ isEarlier }) {
      history.finish()
      if (isEarlier) toast.info(...texts.placedBefore)
    },
    onFailure(error) {
      console.error('The booking was not made', error)
      const isTimeTaken = hasCode(error, 'slot-full', 'instant-unavailable')
      if (isTimeTaken) visitSlots.hold.refuse()
      const newTotal = newTotalOf(error)
      if (newTotal !== undefined) showTotal(newTotal)
      if (hasCode(error, 'package-unavailable')) void refreshPackages(chosenPackageIds(draft))
      setSubmitError({
        text: isAnswered(error) || error instanceof MayBeBooked ? texts.refused : texts.failed,
        reason: error instanceof MayBeBooked ? error.message : reasonWithWait(error),
        isTimeTaken,
      })
      return true
    },
  })
  const sending = confirmation.busy
  const visitSlots = useVisitSlots({
    ...{ draft, updateDraft, step, sending, now },
    savedAddresses: addresses.rows,
  })
  const isValid = stepIsValid(step, draft, now) && !packagesLoading

  useEffect(() => {
    // loaded early; what fails is loaded again when it is needed
    if (step === 3 || step === 4) loadNewAddress().catch(() => {})
    if (step === 4) loadAddressErrors().catch(() => {})
  }, [step])

  useEffect(() => {
    // A new step starts at the top with the focus on its heading, and is announced; the first step leaves the focus as it is.
    if (lastShownStep.current !== null && lastShownStep.current !== step) {
      scrollTo(0, 0)
      const heading = content.current?.querySelector('h1')
      heading?.setAttribute('tabindex', '-1')
      const target = heading ?? content.current
      target?.focus({ preventScroll: true })
      if (step < 7) announce(texts.step(step))
    }
    lastShownStep.current = step
  }, [step])

  function goTo(next: number) {
    setSubmitError(null)
    setInstantChecked(false)
    history.goTo(next)
  }

  function chooseTime() {
    updateDraft({ collectionType: 'scheduled' })
    goTo(5)
  }

  function back() {
    setSubmitError(null)
    history.back()
  }

  function advance(event: FormEvent) {
    event.preventDefault()
    // The submit event of a form in a dialog bubbles through the React tree to this form.
    if (event.target !== event.currentTarget || sending || !isValid) return
    setSubmitError(null)
    if (step === 6) void confirmation.run()
    else if (step === 4) void leaving.run()
    else goTo(stepAfter(step, draft))
  }

  const leaving = useCommand({
    send: loadAddressErrors,
    done({ findAddressErrors }) {
      const errors = findAddressErrors(draft)
      setAddressErrors(errors)
      if (Object.keys(errors).length > 0) return
      if (draft.collectionType !== 'instant' || !visitSlots.pincodeWithoutInstant) {
        return goTo(stepAfter(4, draft))
      }
      setInstantChecked(true)
      refreshSlots()
    },
    onFailure(error) {
      console.error('The address could not be checked', error)
      setSubmitError({ text: texts.failed })
      return true
    },
  })

  return (
    <WizardContext
      value={{ step, draft, updateDraft, packages, total, now, addresses, addressErrors, visitSlots }}
    >
      <WizardFrame progress={<WizardProgress step={step} />}>
        <form noValidate onSubmit={advance} className="flex grow flex-col">
          <div
            className={cn(
              'mx-auto grid w-full max-w-[1040px] grow content-start gap-8 px-4 pt-6 pb-10 sm:px-6 sm:pt-10',
              step < 7 && 'lg:grid-cols-[minmax(0,1fr)_19rem]',
            )}
          >
            <div ref={content} tabIndex={-1} className="min-w-0 animate-rise outline-none" key={step}>
              {step < 7 && <p className="mb-3 font-semibold text-ink-soft text-xs">{texts.step(step)}</p>}
              <StepView />
            </div>
            {step < 7 && <WizardSummary />}
          </div>
          {step < 7 && (
            <WizardFooter
              isValid={isValid}
              sending={sending}
              error={submitError}
              isInstantChecked={isInstantChecked}
              onBack={back}
              onChooseTime={chooseTime}
            />
          )}
        </form>
      </WizardFrame>
    </WizardContext>
  )
}

/** The specified alert, and the server's reason if it sent one. */
type SubmitError = {
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
function WizardFooter({ isValid, sending, error, onBack, ...notice }: WizardFooterProps) {
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
      <Obstacle action={texts.chooseDay} onAct={onChooseTime}>
        {texts.noInstant(pincodeWithoutInstant)}
      </Obstacle>
    )
  }
  if (!date || !time || (step !== 5 && step !== 6)) return null
  const visit = visitText({ date, time }, istDate(now))
  if (hold.isRefused && step === 6) {
    return (
      <Obstacle action={texts.chooseTime} onAct={onChooseTime}>
        {texts.taken(visit)}
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
