import { hasBegun } from '@jaanch/contracts/calendar'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import type { Draft } from './draft'
import { isComplete } from './visit'

export const lastStep = 7

/** Whether Next may be pressed (specification, section 4). The package is loaded before any step shows. */
export function stepIsValid(step: number, draft: Draft, now: Date): boolean {
  switch (step) {
    case 2:
      return Boolean(draft.collectionType)
    case 3:
      return isComplete(draft)
    case 4: {
      const { street, city, state, pincode } = draft.address
      return [street, city, state, pincode, draft.contactNumber].every((text) => text.trim() !== '')
    }
    case 5:
      return (
        draft.preferredDate !== '' &&
        draft.preferredTime !== '' &&
        !hasBegun(draft.preferredDate, draft.preferredTime, now)
      )
    case 6:
      return Boolean(draft.paymentMethod)
    default:
      return true
  }
}

/** An instant collection skips step 5, the schedule, in both directions. */
export function stepAfter(step: number, { collectionType }: Draft): number {
  return step === 4 && collectionType === 'instant' ? 6 : step + 1
}

export function stepBefore(step: number, { collectionType }: Draft): number {
  return step === 6 && collectionType === 'instant' ? 4 : step - 1
}

/**
 * The step to show for the requested one: not beyond an invalid step (a typed URL, a slot that has begun since), and the
 * confirmation if and only if there is a booking.
 */
export function stepToShow(requested: number, draft: Draft, now: Date): number {
  if (draft.booked) return lastStep
  let step = 1
  while (step < Math.min(requested, lastStep - 1) && stepIsValid(step, draft, now))
    step = stepAfter(step, draft)
  return step
}

/** The place of an entry in the tab's history, which the router keeps */
const indexNow = (): number => history.state?.idx ?? 0

/** The entries of the steps in the browser's history, so that its Back agrees with the wizard's. */
export function useWizardHistory(step: number, draft: Draft) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  /** The wizard's first entry */
  const entered: number = state?.entered ?? indexNow()
  const isBooked = draft.booked !== null

  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  // once for each entry: `finish` may return to the first one before the last one was replaced
  useEffect(() => {
    if (!isBooked || search === `?step=${lastStep}`) return
    navigate({ search: `?step=${lastStep}` }, { replace: true, state: { entered } })
  }, [isBooked, search, entered, navigate])

  // the address of a step that cannot be shown becomes that of the one which is
  const requested = new URLSearchParams(search).get('step')
  useEffect(() => {
    if (isBooked || requested === null || requested === String(step)) return
    navigate({ search: `?step=${step}` }, { replace: true, state })
  }, [isBooked, requested, step, state, navigate])

  return {
    goTo: (next: number) => navigate({ search: `?step=${next}` }, { state: { from: step, entered } }),
    /** To the step before, from the first one out of the wizard */
    back() {
      const previous = stepBefore(step, draft)
      const isInHistory = step === 1 ? indexNow() > 0 : state?.from === previous
      if (isInHistory) navigate(-1)
      else if (step === 1) navigate(paths.home)
      else navigate({ search: `?step=${previous}` }, { replace: true, state: { entered } })
    },
    /** Shows the confirmation in place of the first step: Back then leaves the wizard. Nothing for who left it meanwhile */
    finish() {
      if (!isShown.current) return
      const steps = indexNow() - entered
      if (steps > 0) navigate(-steps)
    },
  }
}
