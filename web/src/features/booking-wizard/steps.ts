import { hasBegun } from '@jaanch/contracts/calendar'
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
