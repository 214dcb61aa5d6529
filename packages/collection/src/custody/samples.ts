import type { BookingView } from '@jaanch/booking/booking-view'
import type { Custody } from '../custody-facts.ts'

/** What everybody who sees a booking may know of its tubes. @returns null before they are planned */
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
