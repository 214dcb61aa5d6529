/** Dates and slots as people in India write them, in the time zone of India (contracts/calendar). */
import { istDate, istMinutes } from '@jaanch/contracts/calendar'

// Not Intl.DateTimeFormat: creating one takes 25 ms (100 ms on a phone) before the first paint.
export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** @param date YYYY-MM-DD, or an instant @returns '21 Nov 2026' */
export function dateText(date: string): string {
  const [year, month, day] = (date.length === 10 ? date : istDate(new Date(date))).split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}

export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** @param date YYYY-MM-DD @returns 'Sat 21 Nov' */
function weekdayText(date: string): string {
  const at = new Date(date)
  return `${weekdays[at.getUTCDay()]} ${at.getUTCDate()} ${months[at.getUTCMonth()]}`
}

/** @returns '8:05 am', in India */
export function clockText(at: Date): string {
  return timeText(istMinutes(at))
}

/** @param instant ISO 8601 @returns '21 Nov 2026, 8:05 am' */
export function instantText(instant: string): string {
  return `${dateText(instant)}, ${timeText(istMinutes(new Date(instant)))}`
}

/** @param instant ISO 8601, some days from now @returns 'Fri 27 Nov, 4 pm', 'Fri 27 Nov, 4:15 pm' */
export function dayAndTimeText(instant: string): string {
  const at = new Date(instant)
  const date = istDate(at)
  const [, month, day] = date.split('-').map(Number)
  const time = timeText(istMinutes(at)).replace(':00', '')
  return `${weekdays[new Date(date).getUTCDay()]} ${day} ${months[(month ?? 1) - 1]}, ${time}`
}

/** @param local the value of a date and time input, in India @returns the instant, ISO 8601; '' if there is none */
export function instantOf(local: string | undefined): string {
  const at = new Date(`${local}+05:30`)
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

const istAheadMs = 19_800_000

/** @param instant ISO 8601 @returns '08:05:11.123', the time of day in India */
export function preciseTimeText(instant: string): string {
  return new Date(Date.parse(instant) + istAheadMs).toISOString().slice(11, 23)
}

/** @param slot '08:00-10:00', or one time '09:00' @returns '8:00–10:00 am', '10:00 am–12:00 pm', '9:00 am' */
export function slotText(slot: string): string {
  const [from, to] = slot.split('-').map(parseMinutes)
  if (from === undefined) return slot
  if (to === undefined) return timeText(from)
  const start = timeText(from)
  const end = timeText(to)
  return start.slice(-2) === end.slice(-2) ? `${start.slice(0, -3)}–${end}` : `${start}–${end}`
}

function parseMinutes(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

/** @param minutes since midnight */
function timeText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = String(minutes % 60).padStart(2, '0')
  return `${hours % 12 || 12}:${rest} ${hours < 12 ? 'am' : 'pm'}`
}

/** @returns the instant, or at midnight the minute before it, whose day nobody mistakes */
export function beforeMidnight(at: Date): Date {
  return istMinutes(at) === 0 ? new Date(at.getTime() - 60_000) : at
}

/** @returns '9:30 pm on Fri 27 Nov' */
export function mealText(at: Date): string {
  const by = beforeMidnight(at)
  return `${clockText(by)} on ${weekdayText(istDate(by))}`
}
