import { addDays, istDate } from '@jaanch/contracts/calendar'
import { beforeMidnight, clockText, dateText, slotText, weekdays } from '@/lib/format/dates'
import type { Slot } from './availability'

/** @param date YYYY-MM-DD @returns weekday, day and month: ['Tue', '24', 'Nov'] */
export function dayParts(date: string): { weekday: string; day: string; month: string } {
  const [day = '', month = ''] = dateText(date).split(' ')
  return { weekday: weekdays[new Date(date).getUTCDay()] ?? '', day, month }
}

/** @returns 'today', 'tomorrow' or 'Tue 24 Nov' */
export function dayText(date: string, today: string): string {
  if (date === today) return 'today'
  if (date === addDays(today, 1)) return 'tomorrow'
  const { weekday, day, month } = dayParts(date)
  return `${weekday} ${day} ${month}`
}

/** @returns 'tomorrow, 8:00–10:00 am' */
export function visitText({ date, time }: Slot, today: string): string {
  return `${dayText(date, today)}, ${slotText(time)}`
}

/** The last meal before a date is chosen. @param date of the visit for which the meal was computed @returns '9:30 pm the day before' */
export function mealOfDayText(at: Date, date: string): string {
  const by = beforeMidnight(at)
  return istDate(by) === date ? `${clockText(by)} that day` : `${clockText(by)} the day before`
}
