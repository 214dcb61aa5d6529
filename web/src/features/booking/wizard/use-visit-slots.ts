import type { AddressView } from '@jaanch/account/people/api'
import { hasBegun, istDate } from '@jaanch/contracts/calendar'
import { useCallback } from 'react'
import { firstDayShown, slotsQuery } from '@/features/booking/slots/availability'
import type { Hold } from '@/features/booking/slots/hold'
import { type HoldControl, useHold } from '@/features/booking/slots/use-hold'
import { useSlots } from '@/features/booking/slots-calls'
import type { Draft, UpdateDraft } from './draft'
import { isBeingBooked } from './submit-booking'
import { chosenPackageIds } from './visit'

type VisitSlotsOptions = {
  draft: Draft
  updateDraft: UpdateDraft
  step: number
  sending: boolean
  savedAddresses: readonly AddressView[]
  now: Date
}

export type VisitSlots = {
  hold: HoldControl
  /** The chosen slot is held, being held, or being booked */
  isHeld: boolean
  /** The PIN code at which nobody can come within four hours; null: somebody can, or it is not known */
  pincodeWithoutInstant: string | null
}

/** Fetches the free times of the area as soon as the PIN code is known, so that step 5 has them at once. */
export function useVisitSlots({
  draft,
  updateDraft,
  step,
  sending,
  savedAddresses,
  now,
}: VisitSlotsOptions): VisitSlots {
  const { collectionType, preferredDate: date, preferredTime: time, hold } = draft
  const packageIds = chosenPackageIds(draft)
  const pincode = pincodeOf(draft, savedAddresses)
  const query = slotsQuery({ pincode, packageIds }, firstDayShown(date, istDate(now)))
  const { slots } = useSlots(step > 1 && step < 7 ? query : null)

  const isScheduled = collectionType === 'scheduled' && date !== '' && time !== ''
  const control = useHold({
    wanted: isScheduled && !hasBegun(date, time, now) ? { pincode, date, time, packageIds } : null,
    slots,
    isActive: step === 5 || step === 6,
    isFrozen: sending || isBeingBooked(draft),
    hold,
    isKept: true,
    setHold: useCallback((next: Hold | null) => updateDraft({ hold: next }), [updateDraft]),
  })
  return {
    hold: control,
    isHeld: control.hold !== null || control.isPending || control.isFrozen,
    pincodeWithoutInstant: slots?.instant.possible === false ? pincode : null,
  }
}

/** Before an address is chosen, that of the first saved one, which step 4 offers first. */
function pincodeOf({ address, selectedAddressId }: Draft, savedAddresses: readonly AddressView[]): string {
  return selectedAddressId === '' ? (savedAddresses[0]?.pincode ?? '') : address.pincode.trim()
}
