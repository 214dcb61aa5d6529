import { addDays, istDate } from '@jaanch/contracts/calendar'
import { beforeMidnight, clockText, dateText, slotText, weekdays } from '@/lib/format/dates'
import type { Slot } from './availability'

export const picker = {
  date: 'Preferred Date',
  slot: 'Time Slot',
  earlier: 'Earlier days',
  later: 'Later days',
  full: 'Full',
  yours: 'Yours',
  left: (count: number) => `${count} left`,
  taken: (visit: string) => `${visit} has just been taken. Please choose another time.`,
  lastMeal: (by: string) => `Last meal by ${by}`,
  dayBefore: (by: string) => `${by} the day before`,
  sameDay: (by: string) => `${by} that day`,
}

export const choice = {
  visit: 'Your visit',
  lost: 'Your time was just taken.',
  dayFull: 'This day is full.',
  next: 'Next free:',
  nextMorning: 'Next free morning:',
  askForTime: 'Please ask us for a time:',
  nothingFree: 'Nothing is free in the next 30 days',
  chooseSlot: 'Choose a time slot',
  choose: 'Choose a day and a time slot',
}

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

/** The last meal before a date is chosen. @param date of the visit at which the meal was computed @returns '9:30 pm the day before' */
export function mealOfDayText(at: Date, date: string): string {
  const by = beforeMidnight(at)
  return istDate(by) === date ? picker.sameDay(clockText(by)) : picker.dayBefore(clockText(by))
}
