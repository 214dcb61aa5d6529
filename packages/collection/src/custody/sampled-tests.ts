import type { Booking } from '@jaanch/booking/booking'
import type { Custody } from '../custody-facts.ts'

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
