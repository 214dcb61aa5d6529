import { notices } from '@jaanch/account/privacy/consent-texts'
import type { BookingView } from '@jaanch/booking/booking-view'
import type { CollectionType, PaymentMethod, TimeSlot } from '@jaanch/contracts/vocabulary'
import { useCallback, useRef, useState } from 'react'
import { whenText } from '@/components/booking/texts'
import type { AddressRequest } from '@/features/account/people-calls'
import type { Hold } from '@/features/booking/slots/hold'
import { draftWriter, readDraft, writeDraft } from '@/lib/drafts'
import type { Attempt } from '@/lib/idempotency'
import { randomId } from '@/lib/random-id'
import type { BookingRequest } from './calls'
import { type Entered, enteredRequest, nothingEntered } from './entered-fields'
import { chosenPackageIds, itemsOf, oneTestForOne, patientsOf, type VisitDraft } from './visit'

export type AddressDraft = { street: string; city: string; state: string; pincode: string; landmark: string }

export type BookedSummary = {
  id: string
  packageName: string
  familyMember: BookingView['familyMember']
  collectionType: CollectionType
  scheduledDate: string | null
  scheduledTime: string | null
  street: string
  city: string
  paymentMethod: PaymentMethod
  /** Rupees, of everybody */
  total: number
  /** One booking for each person */
  people: { id: string; familyMember: BookingView['familyMember']; tests: string[] }[]
  /** Decided by the strictest test of all people, as in a booking */
  fastingHours: number | null
}

/** A request without an answer, and its address for the confirmation */
export type BookingAttempt = Pick<Attempt, 'body'> & Pick<AddressDraft, 'street' | 'city'>

export type Draft = VisitDraft &
  Entered & {
    collectionType: CollectionType
    addressLabel: 'Home' | 'Office' | 'Other'
    address: AddressDraft
    /** The id of a saved address, 'new', or '' before a choice */
    selectedAddressId: string
    contactNumber: string
    /** A saved address whose number was changed stays, and the changed one is saved beside it */
    keepsBoth: boolean
    preferredDate: string
    preferredTime: TimeSlot | ''
    /** The chosen slot is held, where slots are limited */
    hold: Hold | null
    paymentMethod: 'cash' | 'upi' | 'card'
    /** `pairOf` each person and test that was said to be too soon and is wanted all the same */
    kept: readonly string[]
    addressAttempt: Attempt | null
    /** The address created by an earlier attempt, so that a retry does not create a second one */
    madeAddress: { id: string; body: string } | null
    /** The Idempotency-Key of all requests of this draft, also in a duplicated tab: however often it is changed and sent, it books once */
    bookingKey: string
    /** Bookings that were sent and not answered, the last one last */
    unanswered: readonly BookingAttempt[]
    booked: BookedSummary | null
  }

/** Stores a change at once, so that it survives a page reload during a request. */
export type UpdateDraft = (change: Partial<Draft>) => void

export const emptyAddress: AddressDraft = { street: '', city: '', state: '', pincode: '', landmark: '' }

/** The name of the stored draft of one user for one package */
export function draftName(userId: string, packageId: string): string {
  return `book:${userId}:${packageId}`
}

export function newDraft(packageId: string): Draft {
  return {
    packageId,
    collectionType: 'scheduled',
    familyMemberId: null,
    ...oneTestForOne,
    addressLabel: 'Home',
    address: emptyAddress,
    selectedAddressId: '',
    contactNumber: '',
    keepsBoth: true,
    preferredDate: '',
    preferredTime: '',
    hold: null,
    ...nothingEntered,
    paymentMethod: 'cash',
    kept: [],
    addressAttempt: null,
    madeAddress: null,
    bookingKey: randomId(),
    unanswered: [],
    booked: null,
  }
}

/** The wizard's payment methods as the API names them (specification, section 7). */
const apiPaymentMethods = {
  cash: 'cash-on-collection',
  upi: 'upi',
  card: 'card',
} as const satisfies Record<Draft['paymentMethod'], PaymentMethod>

/** @param expectedTotal rupees, as shown */
export function toBookingRequest(draft: Draft, addressId: string, expectedTotal: number): BookingRequest {
  const isInstant = draft.collectionType === 'instant'
  return {
    ...testsRequest(draft),
    collectionType: draft.collectionType,
    scheduledDate: isInstant ? null : draft.preferredDate,
    scheduledTime: isInstant ? null : draft.preferredTime || null,
    addressId,
    paymentMethod: apiPaymentMethods[draft.paymentMethod],
    ...enteredRequest(draft),
    expectedTotal,
    ...(isHeld(draft) && { holdId: draft.hold?.id }),
    noticeVersion: notices.booking.version,
  }
}

/** One test for one person is sent as the specification says. */
function testsRequest(draft: VisitDraft): Pick<BookingRequest, 'packageId' | 'familyMemberId' | 'items'> {
  const { packageId, familyMemberId } = draft
  const isOne = patientsOf(draft).length === 1 && chosenPackageIds(draft).length === 1
  return isOne ? { packageId, familyMemberId } : { items: itemsOf(draft) }
}

/** Whether the hold is that of the chosen slot; also after its end, so that a retry sends the same request. */
function isHeld({ collectionType, hold, preferredDate, preferredTime }: Draft): boolean {
  return collectionType === 'scheduled' && hold?.date === preferredDate && hold.time === preferredTime
}

/** @param addressLine2 the line of the saved address that the draft starts from; the wizard does not ask for it */
export function toAddressRequest(draft: Draft, addressLine2?: string | null): AddressRequest {
  const { street, city, state, pincode, landmark } = draft.address
  return {
    label: draft.addressLabel,
    street,
    city,
    state,
    pincode,
    landmark: landmark.trim() || null,
    phone: draft.contactNumber,
    ...(addressLine2 ? { addressLine2 } : {}),
  }
}

/** @returns when the sample is collected, as on a booking */
export function collectionText({ collectionType, preferredDate, preferredTime }: Draft): string {
  return whenText({ collectionType, scheduledDate: preferredDate, scheduledTime: preferredTime || null })
}

/** Stores what was chosen for another package, with a key of its own: opened, the wizard goes on with it. */
export function storeDraftOf(userId: string, packageId: string, chosen: Draft): void {
  const { bookingKey } = newDraft(packageId)
  const fresh = { packageId, bookingKey, hold: null, unanswered: [], booked: null }
  writeDraft(draftName(userId, packageId), { ...chosen, ...fresh })
}

/**
 * The draft of one user for one package.
 * @param resume false: start a new draft if the last one was booked. It replaces that one at once, which a reload would show again
 */
export function useDraft(userId: string, packageId: string, resume: boolean): [Draft, UpdateDraft] {
  const name = draftName(userId, packageId)
  const [write] = useState(() => draftWriter(name))
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = readDraft(name) as Partial<Draft> | null
    const isResumed = stored?.packageId === packageId && (!stored.booked || resume)
    const first = { ...newDraft(packageId), ...(isResumed && stored) }
    // also one that goes on: its key must survive a reload
    write(first)
    return first
  })
  const latest = useRef(draft)
  const updateDraft = useCallback<UpdateDraft>(
    (change) => {
      // Stored at once, not in an effect: the page may be closed during a request.
      latest.current = { ...latest.current, ...change }
      write(latest.current)
      setDraft(latest.current)
    },
    [write],
  )
  return [draft, updateDraft]
}
