import { useResource } from '@/lib/cache/use-resource'

/** Visits are made one after the other: nothing is pushed when the one before ends, ms */
const refreshMs = 30_000

/** How far the collector of a booking's visit is; no request for null. */
export function useApproach(bookingId: string | null) {
  return useResource(bookingId ? '/api/bookings/:id/approach' : null, {
    params: { id: bookingId ?? '' },
    refreshMs,
  })
}
