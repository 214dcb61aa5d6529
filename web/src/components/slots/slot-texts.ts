import { addDays } from '@jaanch/contracts/calendar'
import { dateText, slotText } from '@/lib/format/dates'
import type { Slot } from './availability'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

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
