/** Dates and slots as people in India write them. All of it is in Asia/Kolkata, which has no daylight saving. */

const offset = 5.5 * 60 * 60 * 1000
// To make an Intl.DateTimeFormat takes 25 ms, on a phone 100, before anything is shown.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** @returns the date in India at an instant, YYYY-MM-DD */
export function dateInIndia(now: Date): string {
  return new Date(now.getTime() + offset).toISOString().slice(0, 10)
}

/** @returns the minutes since midnight in India */
export function minutesInIndia(now: Date): number {
  const there = new Date(now.getTime() + offset)
  return there.getUTCHours() * 60 + there.getUTCMinutes()
}

/** @param date YYYY-MM-DD @returns YYYY-MM-DD so many days later */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** @param date YYYY-MM-DD, or an instant @returns '21 Nov 2026' */
export function dateText(date: string): string {
  const [year, month, day] = (date.length === 10 ? date : dateInIndia(new Date(date))).split('-').map(Number)
  return `${day} ${months[(month ?? 1) - 1]} ${year}`
}

/** @param instant ISO 8601 @returns '21 Nov 2026, 8:05 am' */
export function instantText(instant: string): string {
  return `${dateText(instant)}, ${clock(minutesInIndia(new Date(instant)))}`
}

/** @param slot '08:00-10:00', or one time '09:00' @returns '8:00–10:00 am', '10:00 am–12:00 pm', '9:00 am' */
export function slotText(slot: string): string {
  const [from, to] = slot.split('-').map(minutesOf)
  if (from === undefined) return slot
  if (to === undefined) return clock(from)
  const start = clock(from)
  const end = clock(to)
  return start.slice(-2) === end.slice(-2) ? `${start.slice(0, -3)}–${end}` : `${start}–${end}`
}

/** True once the slot's first minute has come, on that date in India. */
export function slotHasBegun(date: string, slot: string, now: Date): boolean {
  const today = dateInIndia(now)
  if (date !== today) return date < today
  return minutesOf(slot.split('-')[0] ?? '') <= minutesInIndia(now)
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

function clock(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = String(minutes % 60).padStart(2, '0')
  return `${hours % 12 || 12}:${rest} ${hours < 12 ? 'am' : 'pm'}`
}
