import type { AddressView } from '@jaanch/contracts/http/people'
import { hasCode, isClientError } from '@/lib/http/api-error'
import { withIdempotencyKey } from '@/lib/idempotency'
import { type BookingRequest, placeBooking } from '@/lib/resources/bookings'
import { type AddressRequest, addAddress } from '@/lib/resources/people'
import {
  type AddressDraft,
  type BookingAttempt,
  type Draft,
  toAddressRequest,
  toBookingRequest,
  type UpdateDraft,
} from './draft'

type BookingOptions = {
  savedAddresses: readonly AddressView[]
  /** Rupees, as shown: another total is refused */
  total: number
  updateDraft: UpdateDraft
}

/**
 * Creates the address if it is new, then the booking. The draft stores the Idempotency-Key of each request: a retry after a lost
 * answer, even after a page reload, books once. What was changed in between is sent only if the earlier request was refused.
 * @returns whether the booking is that of the earlier request, although the draft was changed since
 */
export async function submitBooking(
  draft: Draft,
  { savedAddresses, total, updateDraft }: BookingOptions,
): Promise<{ isEarlier: boolean }> {
  const { bookingAttempt } = draft
  const refusal = bookingAttempt ? await settle(bookingAttempt, draft, updateDraft) : undefined
  if (bookingAttempt && !refusal)
    return { isEarlier: !isSameRequest(bookingAttempt, draft, savedAddresses, total) }
  const addressId = await findOrCreateAddress(draft, savedAddresses, updateDraft)
  const body = toBookingRequest(draft, addressId, total)
  if (refusal && JSON.stringify(body) === bookingAttempt?.body) throw refusal
  await book(body, null, draft.address, updateDraft)
  return { isEarlier: false }
}

/** Repeats a request whose answer was lost. @returns why it was refused; undefined: it is booked. @throws if its answer is lost again */
async function settle(attempt: BookingAttempt, draft: Draft, updateDraft: UpdateDraft): Promise<unknown> {
  try {
    const address = { ...draft.address, ...attempt }
    await book(JSON.parse(attempt.body) as BookingRequest, attempt, address, updateDraft)
    return undefined
  } catch (error) {
    if (isClientError(error)) return error
    throw error
  }
}

function isSameRequest(
  { body }: BookingAttempt,
  draft: Draft,
  savedAddresses: readonly AddressView[],
  total: number,
): boolean {
  const addressId = knownAddress(draft, savedAddresses)
  return addressId !== undefined && JSON.stringify(toBookingRequest(draft, addressId, total)) === body
}

async function book(
  body: BookingRequest,
  pending: BookingAttempt | null,
  { street, city }: Pick<AddressDraft, 'street' | 'city'>,
  updateDraft: UpdateDraft,
): Promise<void> {
  const booking = await withIdempotencyKey(
    body,
    pending,
    (attempt) => updateDraft({ bookingAttempt: attempt && { ...attempt, street, city } }),
    (key) => placeBooking(body, key),
  ).catch((error) => {
    // not processed, now or before: what was chosen can be changed
    if (!pending && hasCode(error, 'too-many')) updateDraft({ bookingAttempt: null })
    throw error
  })
  const { id, packageName, familyMember, collectionType, scheduledDate, scheduledTime, paymentMethod } =
    booking
  const bookings = booking.bookings ?? [booking]
  const people = bookings.map((each) => ({
    id: each.id,
    familyMember: each.familyMember,
    tests: each.packages.map(({ name }) => name),
  }))
  updateDraft({
    booked: {
      ...{ id, packageName, familyMember, collectionType, scheduledDate, scheduledTime, paymentMethod },
      ...{ street, city, people },
      total: bookings.reduce((sum, { finalAmount }) => sum + finalAmount, 0),
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
  const known = knownAddress(draft, savedAddresses)
  if (known !== undefined) return known
  const body = newAddress(draft, savedAddresses)
  const { id } = await withIdempotencyKey(
    body,
    draft.addressAttempt,
    (addressAttempt) => updateDraft({ addressAttempt }),
    (key) => addAddress(body, key),
  )
  updateDraft({ madeAddress: { id, body: JSON.stringify(body) } })
  return id
}

/** @returns the id of the saved address, or of that which an earlier attempt created */
function knownAddress(draft: Draft, savedAddresses: readonly AddressView[]): string | undefined {
  const selected = selectedOf(draft, savedAddresses)
  // The contact number belongs to the address: a different number needs a new address.
  if (selected && samePhone(selected.phone, draft.contactNumber)) return selected.id
  const isMade = draft.madeAddress?.body === JSON.stringify(newAddress(draft, savedAddresses))
  return isMade ? draft.madeAddress?.id : undefined
}

function newAddress(draft: Draft, savedAddresses: readonly AddressView[]): AddressRequest {
  return toAddressRequest(draft, selectedOf(draft, savedAddresses)?.addressLine2)
}

function selectedOf({ selectedAddressId }: Draft, savedAddresses: readonly AddressView[]) {
  return savedAddresses.find(({ id }) => id === selectedAddressId)
}

function samePhone(a: string, b: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').slice(-10)
  return digits(a) === digits(b)
}
