import type { Place } from '@jaanch/contracts/booking'
import pg from 'pg'

/** What `change_place` of migration 46 does, in the transaction of the events that say so. Slots: `slotNumber`. */
export type PlaceChange =
  | { do: 'book'; hold: string; visit: string; bookings: number }
  | { do: 'release'; visit: string; bookings: number }
  | { do: 'move'; from: string; to: string; bookings: number; hold: string | null }
  | { do: 'assign'; visit: string; bookings: number; place: Place | null; isForced: boolean }

/** For the appender: changes the places that appends carry as `{ place: PlaceChange }`. */
export const changePlaceSql = `select change_place(value -> 'place') from carried where value ? 'place'`

/** SQLSTATE of `change_place`: the hold has expired, or the lab has no free place */
const placeLostCode = 'JN002'

/** Whether an append was refused because its place was lost meanwhile. */
export function isPlaceLost(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === placeLostCode
}
