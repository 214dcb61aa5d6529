import type { Slot } from './availability'

/** A held slot at a place, for the labs that do these tests. */
export type HeldSlot = Slot & {
  pincode: string
  packageIds: readonly string[]
  /** A booking that is moved to this slot */
  bookingId?: string | undefined
}

export type Hold = HeldSlot & {
  id: string
  /** Milliseconds of this device's clock */
  endsAt: number
  isRenewable: boolean
  /** The Idempotency-Key of its request */
  key: string
}

const minuteMs = 60_000
/** As the server holds a slot */
const holdMs = 10 * minuteMs

/** @returns the same text for the same slot, place and tests */
export function slotKey({ pincode, date, time, packageIds, bookingId = '' }: HeldSlot): string {
  return [pincode, date, time, ...packageIds.toSorted(), bookingId].join(' ')
}

/**
 * When a hold ends by the clock of this device. A clock that is wrong by minutes must neither end it at once nor show a time that the
 * server does not grant.
 *
 * @param askedAt when the request was sent (ms): the server's ten minutes begin later
 */
export function endOf(expiresAt: string, askedAt: number): number {
  const end = Date.parse(expiresAt)
  return end > askedAt && end <= askedAt + holdMs ? end : askedAt + holdMs
}

export type HoldPhase = 'held' | 'ending' | 'last-minute' | 'ended'

/** `ending` (the last two minutes) is when it can be renewed. */
export function holdPhase({ endsAt }: Hold, now: number): HoldPhase {
  const left = endsAt - now
  if (left <= 0) return 'ended'
  if (left <= minuteMs) return 'last-minute'
  return left <= 2 * minuteMs ? 'ending' : 'held'
}

/** @returns '9:41'; '0:01' until the end */
export function remainingText({ endsAt }: Hold, now: number): string {
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** @returns whole minutes that remain, at least one */
export function minutesLeft({ endsAt }: Hold, now: number): number {
  return Math.max(1, Math.round((endsAt - now) / minuteMs))
}

type HoldState = {
  /** The choice of the person, where it has to be held */
  wanted: HeldSlot | null
  hold: Hold | null
  /** A booking with this choice is under way, or its answer was lost: its request must stay the same */
  isFrozen: boolean
  /** The server refused it, or could not be asked */
  isSettled: boolean
  /** Whether slots are limited there, and the person is about to book */
  isNeeded: boolean
}

/** The next step: give up what is no longer chosen, hold what is chosen, or nothing. An ended hold is not renewed by itself. */
export function nextStep({
  wanted,
  hold,
  isFrozen,
  isSettled,
  isNeeded,
}: HoldState): 'release' | 'request' | 'none' {
  if (isFrozen) return 'none'
  if (hold) return wanted && slotKey(wanted) === slotKey(hold) ? 'none' : 'release'
  return wanted && isNeeded && !isSettled ? 'request' : 'none'
}
