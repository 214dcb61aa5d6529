import type { AddressView } from '@jaanch/contracts/http/people'
import { isClientError } from '@/lib/http/api-error'
import { type BookingRequest, placeBooking } from '@/lib/resources/bookings'
import { type AddressRequest, addAddress } from '@/lib/resources/people'
import { type Attempt, type Draft, sentMethods } from './draft'

/** Keeps a part of the draft at once, so that a refresh in the middle of sending knows it too. */
export type Keep = (change: Partial<Draft>) => void

/**
 * Sends the address first, where it is a new one, then the booking. Each has a key that lives as long as its
 * content until an answer comes: a retry after a lost answer, in this page or the next, books once.
 */
export async function submit(draft: Draft, saved: readonly AddressView[], keep: Keep): Promise<void> {
  const addressId = await addressOf(draft, saved, keep)
  const body: BookingRequest = {
    packageId: draft.packageId,
    collectionType: draft.collectionType,
    familyMemberId: draft.familyMemberId,
    scheduledDate: draft.collectionType === 'instant' ? null : draft.preferredDate,
    scheduledTime: draft.collectionType === 'instant' ? null : draft.preferredTime || null,
    addressId,
    paymentMethod: sentMethods[draft.paymentMethod],
    specialInstructions: draft.specialInstructions.trim() || null,
  }
  const attempt = attemptFor(body, draft.bookingAttempt)
  keep({ bookingAttempt: attempt })
  const booking = await answered(
    () => placeBooking(body, attempt.key),
    () => keep({ bookingAttempt: null }),
  )
  const { id, packageName, familyMember, collectionType, scheduledDate, scheduledTime, paymentMethod } =
    booking
  const { street, city } = draft.address
  keep({
    bookingAttempt: null,
    booked: {
      ...{ id, packageName, familyMember, collectionType, scheduledDate, scheduledTime, paymentMethod },
      ...{ street, city },
    },
  })
}

async function addressOf(draft: Draft, saved: readonly AddressView[], keep: Keep): Promise<string> {
  const chosen = saved.find(({ id }) => id === draft.selectedAddressId)
  // A booking names its address only: another contact number needs an address of its own.
  if (chosen && samePhone(chosen.phone, draft.contactNumber)) return chosen.id

  const { street, city, state, pincode, landmark } = draft.address
  const body: AddressRequest = {
    label: draft.addressLabel,
    street,
    city,
    state,
    pincode,
    landmark: landmark.trim() || null,
    phone: draft.contactNumber,
    ...(chosen?.addressLine2 ? { addressLine2: chosen.addressLine2 } : {}),
  }
  const text = JSON.stringify(body)
  if (draft.madeAddress?.body === text) return draft.madeAddress.id

  const attempt = attemptFor(body, draft.addressAttempt)
  keep({ addressAttempt: attempt })
  const { id } = await answered(
    () => addAddress(body, attempt.key),
    () => keep({ addressAttempt: null }),
  )
  keep({ addressAttempt: null, madeAddress: { id, body: text } })
  return id
}

/** The pending attempt where it says the same; else a new one. */
function attemptFor(body: unknown, pending: Attempt | null): Attempt {
  const text = JSON.stringify(body)
  return pending?.body === text ? pending : { key: crypto.randomUUID(), body: text }
}

/** A refusal is an answer: what is sent next is a new intent. Anything else may have happened: the key stays. */
async function answered<T>(run: () => Promise<T>, onRefusal: () => void): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isClientError(error)) onRefusal()
    throw error
  }
}

function samePhone(a: string, b: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').slice(-10)
  return digits(a) === digits(b)
}
