import type { PackageView } from '@jaanch/contracts/http/packages'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { rupeesText } from '@/lib/format/numbers'
import { ApiError, serverText } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import { useAddresses } from '@/lib/resources/people'
import { useUser } from '@/lib/session/session-context'
import { useNow } from '@/lib/timing'
import type { AddressErrors } from './address-errors'
import { StepView } from './step-view'
import { stepAfter, stepBefore, stepIsValid, stepToShow } from './steps'
import { submitBooking } from './submit-booking'
import { useDraft } from './use-draft'
import { type SubmitError, WizardFooter } from './wizard-footer'
import { WizardFrame } from './wizard-frame'
import { WizardProgress } from './wizard-progress'
import { WizardSummary } from './wizard-summary'

// The contract's validation of phones and PIN codes weighs 68 kB gzip: it loads while the address is typed.
const loadAddressErrors = () => import('./address-errors')

export function Wizard({ item }: { item: PackageView }) {
  const { id: userId } = useUser()
  const navigate = useNavigate()
  const location = useLocation()
  const [search] = useSearchParams()
  const now = useNow()
  const addresses = useAddresses()
  const [draft, updateDraft] = useDraft(userId, item.id, search.has('step'))
  const [addressErrors, setAddressErrors] = useState<AddressErrors>({})
  const [submitError, setSubmitError] = useState<SubmitError | null>(null)
  const [sending, setSending] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const lastShownStep = useRef<number | null>(null)

  const step = stepToShow(Number(search.get('step') ?? 1), draft, now)

  useEffect(() => {
    if (step === 4) void loadAddressErrors()
  }, [step])

  useEffect(() => {
    // A new step starts at the top with the focus; the first step leaves the focus as it is.
    if (lastShownStep.current !== null && lastShownStep.current !== step) {
      scrollTo(0, 0)
      content.current?.focus({ preventScroll: true })
    }
    lastShownStep.current = step
  }, [step])

  function goTo(next: number) {
    setSubmitError(null)
    navigate({ search: `?step=${next}` }, { state: { from: step } })
  }

  function back() {
    setSubmitError(null)
    const previous = stepBefore(step, draft)
    // Use the history entry of the previous step if it is the last one, so that the browser's Back agrees with ours.
    const isInHistory = step === 1 ? history.state?.idx > 0 : location.state?.from === previous
    if (isInHistory) navigate(-1)
    else if (step === 1) navigate(paths.home)
    else navigate({ search: `?step=${previous}` }, { replace: true })
  }

  async function confirm() {
    setSending(true)
    setSubmitError(null)
    try {
      await submitBooking(draft, addresses.rows, updateDraft)
      navigate({ search: '?step=7' }, { replace: true })
    } catch (error) {
      console.error('The booking was not made', error)
      setSubmitError({
        text:
          error instanceof ApiError
            ? 'Failed to create booking. Please try again.'
            : 'An error occurred. Please try again.',
        reason: serverText(error),
      })
    } finally {
      setSending(false)
    }
  }

  function advance(event: FormEvent) {
    event.preventDefault()
    // The submit event of a form in a dialog bubbles through the React tree to this form.
    if (event.target !== event.currentTarget || sending || !stepIsValid(step, draft, now)) return
    if (step === 6) void confirm()
    else if (step === 4) void leaveAddressStep()
    else goTo(stepAfter(step, draft))
  }

  async function leaveAddressStep() {
    const { findAddressErrors } = await loadAddressErrors()
    const errors = findAddressErrors(draft)
    setAddressErrors(errors)
    if (Object.keys(errors).length === 0) goTo(stepAfter(4, draft))
  }

  return (
    <WizardFrame progress={<WizardProgress step={step} />}>
      <form noValidate onSubmit={advance} className="flex grow flex-col">
        <div className="mx-auto grid w-full max-w-[1040px] grow content-start gap-8 px-4 pt-6 pb-10 sm:px-6 sm:pt-10 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <div ref={content} tabIndex={-1} className="min-w-0 animate-rise outline-none" key={step}>
            {step < 7 && <p className="mb-3 font-semibold text-ink-soft text-xs">Step {step} of 7</p>}
            <StepView
              step={step}
              item={item}
              draft={draft}
              updateDraft={updateDraft}
              now={now}
              addresses={addresses.rows}
              addressesLoading={addresses.loading}
              addressErrors={addressErrors}
            />
          </div>
          {step < 7 && <WizardSummary item={item} draft={draft} />}
        </div>
        {step < 7 && (
          <WizardFooter
            step={step}
            isValid={stepIsValid(step, draft, now)}
            sending={sending}
            error={submitError}
            total={step === 6 ? rupeesText(item.price) : undefined}
            onBack={back}
          />
        )}
      </form>
    </WizardFrame>
  )
}
