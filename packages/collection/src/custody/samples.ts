import type { Booking } from '@jaanch/booking/booking'
import type { BookingView } from '@jaanch/booking/booking-view'
import type { TubePlace } from '@jaanch/contracts/vocabulary'
import type { Custody, CustodyTube, Stability } from './custody.ts'

/** The progress of the tubes, which everybody who sees a booking may know. @returns null before they are planned */
export function samplesOf({ tubes, arrived, outcome }: Custody): NonNullable<BookingView['samples']> | null {
  if (tubes.length === 0) return null
  const drawn = tubes.flatMap((tube) => tube.drawn?.at ?? [])
  const received = tubes.flatMap((tube) => tube.received?.at ?? [])
  const isReceived = received.length > 0 && tubes.every((tube) => !tube.drawn || tube.received)
  return {
    planned: tubes.length,
    drawn: drawn.length,
    received: received.length,
    rejected: tubes.filter(({ rejected }) => rejected).length,
    arrivedAt: arrived?.at ?? null,
    drawnAt: drawn.toSorted().at(0) ?? null,
    receivedAt: isReceived ? (received.toSorted().at(-1) ?? null) : null,
    outcome: outcome?.outcome ?? null,
  }
}

/** Tests of a booking (package ids, in the order of its lines) that its own samples do not serve */
export type UnsampledTests = {
  /** The laboratory rejected all their tubes: no parameter of them can come from this booking */
  rejected: string[]
  /** Their money goes back, or went back */
  refunded: string[]
}

/** @returns nothing for a booking whose laboratory records no custody, unless tests of it were refunded */
export function unsampledTests({
  custody,
  lines,
  refund,
}: Pick<Booking, 'custody' | 'lines' | 'refund'>): UnsampledTests {
  const ids = lines.map(({ packageId }) => packageId)
  const tubesOf = (id: string) => custody?.tubes.filter(({ packageIds }) => packageIds.includes(id)) ?? []
  const isLost = (id: string) => tubesOf(id).length > 0 && tubesOf(id).every(({ rejected }) => rejected)
  return {
    rejected: ids.filter(isLost),
    refunded: ids.filter((id) => refund?.packageIds.includes(id)),
  }
}

/** @returns when the first sample was drawn (instant), of those that the laboratory did not reject; null if none is known */
export function firstDrawnAt(custody: Pick<Custody, 'tubes'> | null): string | null {
  const instants = (custody?.tubes ?? []).flatMap(({ drawn, rejected }) =>
    drawn && !rejected ? drawn.at : [],
  )
  return instants.toSorted().at(0) ?? null
}

/** The place of a tube, by the last step that is known. */
export function placeOfTube({ drawn, received, accepted, rejected }: CustodyTube): TubePlace {
  if (rejected) return 'rejected'
  if (accepted) return 'accepted'
  if (received) return 'received'
  return drawn ? 'on-the-way' : 'expected'
}

/** @returns the end of its stability window, as an instant; null before the draw, and without one */
export function dueAtOf({ drawn, stability: { windowMs } }: CustodyTube): string | null {
  if (!drawn || windowMs === null) return null
  return new Date(Date.parse(drawn.at) + windowMs).toISOString()
}

export type StabilityState = 'within' | 'ending' | 'over'

/**
 * Whether a tube reaches, or reached, the laboratory in time.
 * @param tube `drawnAt` and `at`, which is the receipt, or now as long as the tube is on its way
 * @returns `ending` in the last fifth of the window, and in its last half hour; a tube that comes exactly at its end is not late,
 * one without a window never
 */
export function stabilityState({
  drawnAt,
  at,
  windowMs,
}: {
  drawnAt: Date
  at: Date
  windowMs: Stability['windowMs']
}): StabilityState {
  if (windowMs === null) return 'within'
  const leftMs = drawnAt.getTime() + windowMs - at.getTime()
  if (leftMs < 0) return 'over'
  return leftMs <= Math.max(windowMs / 5, 30 * 60_000) ? 'ending' : 'within'
}

/** @param temperatureC as measured in the box or on receipt */
export function isTooWarm(temperatureC: number, { maxC }: Pick<Stability, 'maxC'>): boolean {
  return maxC !== null && temperatureC > maxC
}
