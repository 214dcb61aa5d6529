import { addDays, hasBegun, istDate } from '@jaanch/contracts/calendar'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import type { SlotsView } from './api.ts'

/** So many free visits or fewer are named */
const few = 3

type Slot = SlotsView['days'][number]['slots'][number]

/** Free visits by slot; undefined where nothing is limited */
type FreeOn = (date: string) => readonly number[] | undefined

/** @returns `count` days from `from` on, with what can be chosen on each */
export function viewDays(from: string, count: number, freeOn: FreeOn, now: Date): SlotsView['days'] {
  return datesFrom(from, count).map((date) => {
    const free = freeOn(date)
    return {
      date,
      slots: timeSlots.map((time, index): Slot => {
        if (hasBegun(date, time, now)) return { time, state: 'full' }
        const left = free === undefined ? Number.POSITIVE_INFINITY : (free[index] ?? 0)
        if (left > few) return { time, state: 'open' }
        return left > 0 ? { time, state: 'few', left } : { time, state: 'full' }
      }),
    }
  })
}

/** @returns the first slot of these days that can be chosen */
export function firstFree(days: SlotsView['days']): NonNullable<SlotsView['next']> | undefined {
  for (const { date, slots } of days) {
    const free = slots.find(({ state }) => state !== 'full')
    if (free) return { date, time: free.time }
  }
  return undefined
}

const maxDaysAhead = 366

/** Whether a first date lies beyond what can be asked for. */
export function isTooFar({ from }: { from?: string | undefined }, now: Date): boolean {
  return from !== undefined && from > addDays(istDate(now), maxDaysAhead)
}

/** @returns `count` dates from `from` on, YYYY-MM-DD */
export function datesFrom(from: string, count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, (_, day) => addDays(from, day))
}
