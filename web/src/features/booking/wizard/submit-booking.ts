import type { AddressView } from '@jaanch/account/people/api'
import { strictestHours } from '@jaanch/booking/rules'
import { type AddressRequest, addAddress, changeAddress } from '@/features/account/people-calls'
import { hasCode, isClientError } from '@/lib/http/api-error'
import { withIdempotencyKey } from '@/lib/idempotency'
import { randomId } from '@/lib/random-id'
import { type BookingRequest, placeBooking } from './calls'
import {
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
 * Creates the address if it is new, then the booking. All requests of a draft have one Idempotency-Key, whatever was changed in between:
 * after a lost answer the server books what is chosen now, or refuses the key because it has booked what was chosen then.
 * @returns whether the booking is that of an earlier request, although the draft was changed since
 * @throws MayBeBooked, and what the calls throw
 */
export async function submitBooking(
  draft: Draft,
  { savedAddresses, total, updateDraft }: BookingOptions,
): Promise<{ isEarlier: boolean }> {
  const addressId = await findOrCreateAddress(draft, savedAddresses, updateDraft)
  const { street, city } = draft.address
  const body = JSON.stringify(toBookingRequest(draft, addressId, total))
  const attempt = { body, street, city }
  const others = draft.unanswered.filter((each) => each.body !== body)
  updateDraft({ unanswered: [...others, attempt] })
  try {
    await book(attempt, draft, updateDraft)
    return { isEarlier: false }
  } catch (error) {
    // not looked at, so that what was unanswered before still is
    if (hasCode(error, 'too-many', 'not-signed-in')) updateDraft({ unanswered: draft.unanswered })
    else if (isClientError(error)) updateDraft({ unanswered: others })
    if (!hasCode(error, 'key-reused')) throw error
  }
  await findEarlier(others, draft, updateDraft)
  return { isEarlier: true }
}

/** The key of the draft has booked something else than what is chosen now, and this tab does not know what. */
export class MayBeBooked extends Error {
  override name = 'MayBeBooked'

  constructor() {
    super('It may have been placed before. Please look at your bookings before you confirm again.')
  }
}

/** Repeats the requests whose answers were lost, for the answer of the one that was booked. The server books none of them now. */
async function findEarlier(
  unanswered: readonly BookingAttempt[],
  draft: Draft,
  updateDraft: UpdateDraft,
): Promise<void> {
  for (const attempt of unanswered.toReversed()) {
    try {
      return await book(attempt, draft, updateDraft)
    } catch (error) {
      if (!hasCode(error, 'key-reused')) throw error
    }
  }
  // the customer has been told: another confirmation is for another booking
  updateDraft({ bookingKey: randomId(), unanswered: [] })
  throw new MayBeBooked()
}

async function book(
  attempt: BookingAttempt,
  { bookingKey, hold }: Draft,
  updateDraft: UpdateDraft,
): Promise<void> {
  const body = JSON.parse(attempt.body) as BookingRequest
  const booking = await placeBooking(body, bookingKey)
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
      ...{ street: attempt.street, city: attempt.city, people },
      total: bookings.reduce((sum, { finalAmount }) => sum + finalAmount, 0),
      fastingHours: strictestHours(bookings.map((each) => each.fastingHours)),
    },
    unanswered: [],
    // It became the booking's place; one of another slot is given up with the page
    ...(hold?.id === body.holdId && { hold: null }),
  })
}

/** Whether a booking with the chosen slot was sent and not answered: the hold of that slot may be its place. */
export function isBeingBooked({ unanswered, preferredDate, preferredTime }: Draft): boolean {
  return unanswered.some(({ body }) => {
    const { scheduledDate, scheduledTime } = JSON.parse(body) as BookingRequest
    return scheduledDate === preferredDate && scheduledTime === preferredTime
  })
}

async function findOrCreateAddress(
  draft: Draft,
  savedAddresses: readonly AddressView[],
  updateDraft: UpdateDraft,
): Promise<string> {
  const known = knownAddress(draft, savedAddresses)
  if (known !== undefined) return known
  const body = newAddress(draft, savedAddresses)
  const selected = selectedOf(draft, savedAddresses)
  if (selected && !draft.keepsBoth) return (await changeAddress(selected.id, body)).id
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
  // The contact number belongs to the address: a different number needs a new address, or a change of this one.
  if (selected && !isPhoneChanged(draft, selected)) return selected.id
  const isMade = draft.madeAddress?.body === JSON.stringify(newAddress(draft, savedAddresses))
  return isMade ? draft.madeAddress?.id : undefined
}

function newAddress(draft: Draft, savedAddresses: readonly AddressView[]): AddressRequest {
  return toAddressRequest(draft, selectedOf(draft, savedAddresses)?.addressLine2)
}

function selectedOf({ selectedAddressId }: Draft, savedAddresses: readonly AddressView[]) {
  return savedAddresses.find(({ id }) => id === selectedAddressId)
}

/** Whether the draft has another number than its saved address. */
export function isPhoneChanged({ contactNumber }: Draft, { phone }: AddressView): boolean {
  return !samePhone(phone, contactNumber)
}

function samePhone(a: string, b: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').slice(-10)
  return digits(a) === digits(b)
}
