import type { Booking, Place } from '../booking.ts'
import { proposalKeptUntil } from '../rules.ts'
import { isAwaited, isCancelled, slotsOf } from './visit.ts'

/**
 * The place that a visit takes from now on, for `set_place`, which says what each claim means. The event and this are written in one
 * transaction.
 */
export type PlaceChange = {
  visit: string
  /** Its bookings that are not cancelled; 0: it takes nothing any more */
  bookings: number
  claim: 'same' | 'kept' | 'held' | 'free' | 'forced' | 'counted'
  hold?: string
  /** Where it is. Slots: `slotNumber` */
  labPartnerId?: string
  date?: string
  slot?: number
  /** When an order that its customer has not answered gives its place back */
  until?: string
}

/** A place that was held for the visit, which its append books; null: nothing is limited there */
export type Taken = { place: Place; hold: string } | null

/** By what right a command takes the place that it names. `keep`: it is the visit's own. */
export type Claim = { by: 'hold'; taken: Taken } | { by: 'choice'; isForced: boolean } | { by: 'keep' }

/**
 * The places of visits that follow from what a command did to their bookings. Nothing, where nothing is limited: a visit without place
 * and lab has no row.
 * @param before the visit's bookings @param after the same, of which one may be a visit of its own now
 */
export function placeChanges(
  before: readonly Booking[],
  after: readonly Booking[],
  claim: Claim,
  now: Date,
): PlaceChange[] {
  const visits = new Set([...before, ...after].map(({ visitId }) => visitId))
  return [...visits].flatMap((visit) => {
    const [was, is] = [before, after].map((all) =>
      all.filter((each) => each.visitId === visit && !isCancelled(each)),
    )
    return changeOf(visit, was ?? [], is ?? [], claim, now) ?? []
  })
}

function changeOf(
  visit: string,
  was: readonly Booking[],
  is: readonly Booking[],
  claim: Claim,
  now: Date,
): PlaceChange | undefined {
  if (![...was, ...is].some(({ place, labPartnerId }) => place !== null || labPartnerId !== null))
    return undefined
  const booking = is.find(isAwaited) ?? is[0]
  if (!booking) return { visit, bookings: 0, claim: 'same' }
  const change = { visit, bookings: is.length, ...keptFor(booking, now) }
  const { place, labPartnerId } = booking
  const earlier = new Map(was.map((each) => [each.bookingId, each]))
  if (is.every((each) => isThere(each, earlier.get(each.bookingId)))) {
    const isConfirmed = was.some(isProposed) && !is.some(isProposed)
    if (was.length === is.length && !isConfirmed) return undefined
    // its place was given back, and the hold that was taken instead is the same place again
    if (isConfirmed && claim.by === 'hold' && claim.taken) {
      return { ...change, claim: 'held', hold: claim.taken.hold }
    }
    return { ...change, claim: isConfirmed && place ? 'kept' : 'same' }
  }
  if (!place) {
    const [slot] = slotsOf(booking, now)
    return { ...change, claim: 'counted', ...(labPartnerId && slot && { labPartnerId, ...slot }) }
  }
  if (claim.by === 'choice') return { ...change, claim: claim.isForced ? 'forced' : 'free', ...place }
  if (claim.by === 'hold' && claim.taken) return { ...change, claim: 'held', hold: claim.taken.hold }
  return { ...change, claim: 'kept' }
}

const isProposed = ({ status }: Pick<Booking, 'status'>) => status === 'pending_customer_confirmation'

/** Whether the booking was in this visit before, at this time, with this lab and place. */
function isThere(one: Booking, other: Booking | undefined): boolean {
  return (
    other !== undefined &&
    one.labPartnerId === other.labPartnerId &&
    one.scheduledDate === other.scheduledDate &&
    one.scheduledTime === other.scheduledTime &&
    isSamePlace(one.place, other.place)
  )
}

export function isSamePlace(one: Place | null, other: Place | null): boolean {
  if (!one || !other) return one === other
  return one.labPartnerId === other.labPartnerId && one.date === other.date && one.slot === other.slot
}

/** When the place of a booking is given back: nothing for one that is not waiting for its customer's answer. */
export function keptFor(
  booking: Pick<Booking, 'status' | 'scheduledDate' | 'scheduledTime'>,
  now: Date,
): { until?: string } {
  return isProposed(booking) ? { until: proposalKeptUntil(booking, now).toISOString() } : {}
}
