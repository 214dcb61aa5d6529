import type { Place } from '@jaanch/contracts/booking'
import { tryAgainInTime } from '@jaanch/platform/deadline'
import { isPlaceLost, type PlaceChange } from '@jaanch/storage/place-changes'
import type { Context } from '../../context.ts'
import { TooManyError } from '../../limits/limits.ts'
import { giveUpPlace, takePlace, type WantedVisit } from '../../places/take-place.ts'

/** What the append of a visit records: its place, and the change that books it. Both are null where nothing is limited. */
export type BookedPlace = { place: Place | null; change: PlaceChange | null }

/** Nothing is limited */
export const unlimited: BookedPlace = { place: null, change: null }

export type NewVisit = WantedVisit & {
  /** The id of the visit, and how many bookings it has */
  id: string
  bookings: number
  /** When an unanswered order gives its place back */
  until?: string
}

/**
 * Records a visit, with a place of a lab where labs declared limits. If the place is lost before it is recorded, for example because
 * its hold expires in this moment, another one is taken once.
 * @param request the ids of the request, see `takePlace`
 * @param record records the visit's events. @returns `isNew: false` if it recorded nothing: then the place is given up
 * @returns 'full' if there is no place: nothing was recorded
 */
export async function bookPlace<Recorded extends { isNew: boolean }>(
  context: Context,
  visit: NewVisit,
  request: readonly string[],
  record: (booked: BookedPlace) => Promise<Recorded>,
): Promise<Recorded | 'full'> {
  if (!visit.labPartnerId && !(await context.limitedAreas.mayLimit(visit.area))) return record(unlimited)
  for (const attempt of ['first', 'second']) {
    const taken = await takePlace(context, visit, [...request, attempt])
    if (taken === 'full') return 'full'
    if (taken === 'open') return record(unlimited)
    const { hold, place } = taken
    const { id, bookings, until } = visit
    const change = { do: 'book', hold, visit: id, bookings, ...(until && { until }) } as const
    try {
      const recorded = await record({ place, change })
      if (!recorded.isNew && taken.isOurs) await giveUpPlace(context, visit, taken)
      return recorded
    } catch (error) {
      if (error instanceof TooManyError && taken.isOurs) await giveUpPlace(context, visit, taken)
      if (!isPlaceLost(error)) throw error
      tryAgainInTime()
    }
  }
  return 'full'
}
