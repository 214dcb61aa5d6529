import type { Booking } from '@jaanch/contracts/booking'
import type { Custody } from '@jaanch/contracts/custody'

/** Tests of a booking (package ids, in the order of its lines) that its own samples do not serve, or not wholly */
export type UnsampledTests = {
  /** The laboratory rejected all their tubes: no parameter of them can come from this booking */
  rejected: string[]
  /** It rejected some of their tubes: the parameters that need those are missing, which tubes alone do not tell */
  partlyRejected: string[]
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
  const isTouched = (id: string) => tubesOf(id).some(({ rejected }) => rejected)
  const isLost = (id: string) => isTouched(id) && tubesOf(id).every(({ rejected }) => rejected)
  return {
    rejected: ids.filter(isLost),
    partlyRejected: ids.filter((id) => isTouched(id) && !isLost(id)),
    refunded: ids.filter((id) => refund?.packageIds.includes(id)),
  }
}

/**
 * @returns when the first sample for a test was drawn (instant), of those that the laboratory did not reject; null if none is known
 */
export function drawnAt(custody: Pick<Custody, 'tubes'> | null, packageId: string): string | null {
  const instants = (custody?.tubes ?? [])
    .filter(({ packageIds, rejected }) => packageIds.includes(packageId) && !rejected)
    .flatMap(({ drawn }) => drawn?.at ?? [])
  return instants.toSorted().at(0) ?? null
}

/** @returns the same for any test of the booking */
export function firstDrawnAt(custody: Pick<Custody, 'tubes'> | null): string | null {
  const instants = (custody?.tubes ?? []).flatMap(({ drawn, rejected }) =>
    drawn && !rejected ? drawn.at : [],
  )
  return instants.toSorted().at(0) ?? null
}
