import type { Booking, Place } from '@jaanch/contracts/booking'
import { proposalKeptUntil } from '@jaanch/domain/booking/deadlines'
import pg from 'pg'

/** Of an order that its customer has not answered: when it gives its place back, an instant of `proposalKeptUntil` */
type Kept = { until?: string }

/** Where a visit of a lab is from now on, also if it takes no place: counted if the lab has declared something meanwhile */
type At = { at?: Place }

/** What `change_place` of migration 58 does, in the transaction of the events that say so. Slots: `slotNumber`. */
export type PlaceChange =
  | ({ do: 'book'; hold: string; visit: string; bookings: number } & Kept)
  | ({ do: 'keep'; visit: string } & Kept)
  | { do: 'release'; visit: string; bookings: number }
  | ({ do: 'move'; from: string; to: string; bookings: number; hold: string | null } & Kept & At)
  | ({
      do: 'assign'
      visit: string
      bookings: number
      lab: string
      place: Place | null
      isForced: boolean
    } & Kept &
      At)

/** When the place of a booking is given back: nothing for one that is not waiting for its customer's answer. */
export function keptFor(
  booking: Pick<Booking, 'status' | 'scheduledDate' | 'scheduledTime'>,
  now: Date,
): Kept {
  if (booking.status !== 'pending_customer_confirmation') return {}
  return { until: proposalKeptUntil(booking, now).toISOString() }
}

/** For the appender: changes the places that appends carry as `{ place: PlaceChange }`. */
export const changePlaceSql = `select change_place(value -> 'place') from carried where value ? 'place'`

/** SQLSTATE of `change_place`: the hold has expired, or the lab has no free place */
const placeLostCode = 'JN002'
/** SQLSTATE of `change_place`: the lab is suspended */
const labSuspendedCode = 'JN003'
/** SQLSTATE of `count_visits`: see migration 67 */
const visitsChangedCode = 'JN004'

const hasCode = (error: unknown, code: string) => error instanceof pg.DatabaseError && error.code === code

/** Whether an append was refused because its place was lost meanwhile. */
export function isPlaceLost(error: unknown): boolean {
  return hasCode(error, placeLostCode)
}

/** Whether an assignment was refused because the lab was suspended meanwhile. */
export function isLabSuspended(error: unknown): boolean {
  return hasCode(error, labSuspendedCode)
}

/** Whether a first declaration was refused because the visits that it counts changed meanwhile. */
export function haveVisitsChanged(error: unknown): boolean {
  return hasCode(error, visitsChangedCode)
}
