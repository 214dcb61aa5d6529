import type { SlotsView } from '@jaanch/booking/slots/api'
import { addDays, hasBegun } from '@jaanch/contracts/calendar'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { completePincode } from '@/features/catalogue/location/geocode-calls'

export const daysShown = 7
/** More visits than these are no warning for a whole day */
const fewOfDay = 9
const dayMs = 86_400_000

export type Slot = { date: string; time: TimeSlot }

/** @returns the first day of the week, counted from today, in which the date lies; today for '' and for a date that is being typed */
export function firstDayShown(date: string, today: string): string {
  const days = (Date.parse(date) - Date.parse(today)) / dayMs
  return days > 0 && date.length === today.length
    ? addDays(today, Math.floor(days / daysShown) * daysShown)
    : today
}

type Place = { pincode: string; packageIds: readonly string[]; bookingId?: string | undefined }

/** The query for the week that begins with `from`; null as long as the PIN code is not complete. */
export function slotsQuery({ pincode: typed, packageIds, bookingId }: Place, from: string) {
  const pincode = completePincode(typed)
  if (pincode === null) return null
  return { pincode, from, days: daysShown, packageIds, ...(bookingId && { visitId: bookingId }) }
}

/** @returns what is known of a slot; undefined: nothing, so that it can be chosen */
export function slotOf(slots: SlotsView | undefined, { date, time }: Slot) {
  return slots?.days.find((day) => day.date === date)?.slots.find((slot) => slot.time === time)
}

/** @returns what is free on a day, in a word; undefined if that is not known, or nothing is limited */
export function dayMark(
  slots: SlotsView | undefined,
  date: string,
  now: Date,
): { word: string; state: 'open' | 'few' | 'full' } | undefined {
  if (timeSlots.every((time) => hasBegun(date, time, now))) return { word: 'Over', state: 'full' }
  const day = slots?.isLimited ? slots.days.find((shown) => shown.date === date) : undefined
  if (!day) return undefined
  const ahead = day.slots.filter(({ time }) => !hasBegun(date, time, now))
  const left = ahead.reduce((sum, slot) => sum + (slot.state === 'few' ? (slot.left ?? 0) : 0), 0)
  if (left > fewOfDay || ahead.some(({ state }) => state === 'open')) return { word: 'Free', state: 'open' }
  return left > 0 ? { word: `${left} left`, state: 'few' } : { word: 'Full', state: 'full' }
}

/**
 * Whether people who fast are collected early: it begins before 10:00. The EFLM recommends 7:00 to 9:00 am after an overnight fast
 * (Simundic et al., Clin Chim Acta 2014;432:33); our first two slots are the nearest to that.
 */
export function isMorning(time: TimeSlot): boolean {
  return time < '10'
}

/**
 * @param morningFirst a free morning of the days that are known goes before the other slots
 * @returns the first free slot from a date on; the first one of all if the days that are known have none; null if there is none
 */
export function nextFree(slots: SlotsView, date: string, now: Date, morningFirst = false): Slot | null {
  const free = slots.days
    .filter((day) => day.date >= date)
    .flatMap((day) =>
      day.slots
        .filter(({ time, state }) => state !== 'full' && !hasBegun(day.date, time, now))
        .map(({ time }) => ({ date: day.date, time })),
    )
  const found = (morningFirst && free.find(({ time }) => isMorning(time))) || free[0]
  if (found) return found
  return slots.next && !hasBegun(slots.next.date, slots.next.time, now) ? slots.next : null
}

/** @returns the data with a slot marked as full: the server refused it, and newer data have not arrived yet */
export function withoutSlot(slots: SlotsView | undefined, { date, time }: Slot): SlotsView | undefined {
  if (!slots) return undefined
  const days = slots.days.map((day) =>
    day.date === date
      ? {
          ...day,
          slots: day.slots.map((slot) => (slot.time === time ? { time, state: 'full' as const } : slot)),
        }
      : day,
  )
  const isNext = slots.next?.date === date && slots.next.time === time
  return { ...slots, days, next: isNext ? null : slots.next }
}
