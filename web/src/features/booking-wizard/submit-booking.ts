import type { AddressView } from '@jaanch/contracts/http/people'
import { isClientError } from '@/lib/http/api-error'
import { placeBooking } from '@/lib/resources/bookings'
import { addAddress } from '@/lib/resources/people'
import { type Attempt, type Draft, toAddressRequest, toBookingRequest, type UpdateDraft } from './draft'

/**
 * Creates the address if it is new, then the booking. Each request keeps its Idempotency-Key while its content is the same and
 * no answer has arrived: a retry after a lost answer, even after a page reload, books once.
 */
export async function submitBooking(
  draft: Draft,
  savedAddresses: readonly AddressView[],
  updateDraft: UpdateDraft,
): Promise<void> {
  const addressId = await findOrCreateAddress(draft, savedAddresses, updateDraft)
  const body = toBookingRequest(draft, addressId)
  const attempt = reuseOrCreateAttempt(body, draft.bookingAttempt)
  updateDraft({ bookingAttempt: attempt })
  const booking = await clearOnRejection(
    () => placeBooking(body, attempt.key),
    () => updateDraft({ bookingAttempt: null }),
  )
  const { id, packageName, familyMember, collectionType, scheduledDate, scheduledTime, paymentMethod } =
    booking
  const { street, city } = draft.address
  updateDraft({
    bookingAttempt: null,
    booked: {
      ...{ id, packageName, familyMember, collectionType, scheduledDate, scheduledTime, paymentMethod },
      ...{ street, city },
    },
  })
}

async function findOrCreateAddress(
  draft: Draft,
  savedAddresses: readonly AddressView[],
  updateDraft: UpdateDraft,
): Promise<string> {
  const selected = savedAddresses.find(({ id }) => id === draft.selectedAddressId)
  // The contact number belongs to the address: a different number needs a new address.
  if (selected && samePhone(selected.phone, draft.contactNumber)) return selected.id

  const body = toAddressRequest(draft, selected?.addressLine2)
  const text = JSON.stringify(body)
  if (draft.madeAddress?.body === text) return draft.madeAddress.id

  const attempt = reuseOrCreateAttempt(body, draft.addressAttempt)
  updateDraft({ addressAttempt: attempt })
  const { id } = await clearOnRejection(
    () => addAddress(body, attempt.key),
    () => updateDraft({ addressAttempt: null }),
  )
  updateDraft({ addressAttempt: null, madeAddress: { id, body: text } })
  return id
}

/** @returns the pending attempt if its content is the same, otherwise a new one */
function reuseOrCreateAttempt(body: unknown, pending: Attempt | null): Attempt {
  const text = JSON.stringify(body)
  return pending?.body === text ? pending : { key: crypto.randomUUID(), body: text }
}

/** A rejected request (4xx) had no effect: the next one gets a new key. After any other error the key stays. */
async function clearOnRejection<T>(run: () => Promise<T>, onRejection: () => void): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (isClientError(error)) onRejection()
    throw error
  }
}

function samePhone(a: string, b: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').slice(-10)
  return digits(a) === digits(b)
}
