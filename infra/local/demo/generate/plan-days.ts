import { addDays, istDate, istMinutes, slotStart } from '@jaanch/contracts/calendar'
import { demandOn } from '../history.ts'

/** The history covers two years, and demand doubles every half year: a fifth of the bookings are of the last 60 days. */
const generatedDays = 730
const doublingDays = 182

const dayMs = 24 * 3_600_000
/** The last day has bookings only if the anchor leaves room for them: the first are placed at six. */
const earliestMinute = 12 * 60

export type Day = { index: number; date: string; end: Date; bookings: number }

/** @param bookings of all days together @returns the days in order, the last of which the anchor is in, or the one before */
export function planDays(bookings: number, anchor: Date): Day[] {
  const today = istDate(anchor)
  const last = istMinutes(anchor) < earliestMinute ? addDays(today, -1) : today
  const dates = Array.from({ length: generatedDays }, (_, index) => addDays(last, index + 1 - generatedDays))
  const weights = dates.map((date, index) => demandOn(date) * 2 ** (index / doublingDays))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  let placed = 0
  return dates.map((date, index) => {
    sum += weights[index] ?? 0
    const upto = Math.round((bookings * sum) / total)
    const day = { index, date, end: slotStart(addDays(date, 1), '00:00'), bookings: upto - placed }
    placed = upto
    return day
  })
}

/**
 * When the n-th of `count` customers registers: a third in the months before the first day, the others as demand grows, none on
 * the last day.
 */
export function registrationTime(n: number, count: number, firstDay: Date): Date {
  const before = Math.ceil(count / 3)
  if (n < before) return new Date(firstDay.getTime() - (90 - (89 * n) / before) * dayMs)
  const share = (n - before) / (count - before)
  const growth = 2 ** ((generatedDays - 2) / doublingDays)
  const day = doublingDays * Math.log2(1 + share * (growth - 1))
  return new Date(firstDay.getTime() + Math.floor(day * dayMs))
}
