import type { SlotsView } from '@jaanch/booking/slots/api'
import { addDays } from '@jaanch/contracts/calendar'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'

/** How many visits are free in some slots: '2026-11-22 08:00-10:00': 2. The others are open. */
export type FreeVisits = Record<string, number>

/** A limited week from a date on. */
export function createSlots(
  from: string,
  free: FreeVisits = {},
  changes: Partial<SlotsView> = {},
): SlotsView {
  const slot = (date: string, time: TimeSlot) => {
    const left = free[`${date} ${time}`] ?? free[date]
    if (left === undefined) return { time, state: 'open' as const }
    return left > 0 ? { time, state: 'few' as const, left } : { time, state: 'full' as const }
  }
  const days = Array.from({ length: 7 }, (_, index) => addDays(from, index)).map((date) => ({
    date,
    slots: timeSlots.map((time) => slot(date, time)),
  }))
  return { isLimited: true, instant: { possible: true }, days, next: null, ...changes }
}
