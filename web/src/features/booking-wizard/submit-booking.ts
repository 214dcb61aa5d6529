import type { AddressView } from '@jaanch/contracts/http/people'
import { withIdempotencyKey } from '@/lib/idempotency'
import { type BookingRequest, placeBooking } from '@/lib/resources/bookings'
import { addAddress } from '@/lib/resources/people'
import { type Draft, toAddressRequest, toBookingRequest, type UpdateDraft } from './draft'

/**
 * Creates the address if it is new, then the booking. The draft stores the Idempotency-Key of each request: a retry after a lost
 * answer, even after a page reload, books once.
 */
export async function submitBooking(
  draft: Draft,
  savedAddresses: readonly AddressView[],
  updateDraft: UpdateDraft,
): Promise<void> {
  const addressId = await findOrCreateAddress(draft, savedAddresses, updateDraft)
  const body = toBookingRequest(draft, addressId)
  const booking = await withIdempotencyKey(
    body,
    draft.bookingAttempt,
    (bookingAttempt) => updateDraft({ bookingAttempt }),
    (key) => placeBooking(body, key),
  )
  const { id, packageName, familyMember, collectionType, scheduledDate, scheduledTime, paymentMethod } =
    booking
  const people = (booking.bookings ?? [booking]).map((each) => ({
    id: each.id,
    familyMember: each.familyMember,
    tests: each.packages.map(({ name }) => name),
  }))
  const { street, city } = draft.address
  updateDraft({
    booked: {
      ...{ id, packageName, familyMember, collectionType, scheduledDate, scheduledTime, paymentMethod },
      ...{ street, city, people },
    },
    // It became the booking's place
    hold: null,
  })
}

/** Whether a booking with the chosen slot was sent and not answered: a retry must send the same request, with the same hold. */
export function isBeingBooked({ bookingAttempt, preferredDate, preferredTime }: Draft): boolean {
  if (!bookingAttempt) return false
  const { scheduledDate, scheduledTime } = JSON.parse(bookingAttempt.body) as BookingRequest
  return scheduledDate === preferredDate && scheduledTime === preferredTime
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

  const { id } = await withIdempotencyKey(
    body,
    draft.addressAttempt,
    (addressAttempt) => updateDraft({ addressAttempt }),
    (key) => addAddress(body, key),
  )
  updateDraft({ madeAddress: { id, body: text } })
  return id
}

function samePhone(a: string, b: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').slice(-10)
  return digits(a) === digits(b)
}
