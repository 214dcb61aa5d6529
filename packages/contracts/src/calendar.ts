/**
 * Dates and times of Asia/Kolkata, where all customers are. India has had one offset and no daylight saving time since 1945,
 * so arithmetic with a fixed offset is exact.
 */
const istOffsetMs = 5.5 * 3_600_000
const dayMs = 24 * 3_600_000

/** @returns the date (YYYY-MM-DD) in India at an instant */
export function istDate(at: Date): string {
  return new Date(at.getTime() + istOffsetMs).toISOString().slice(0, 10)
}

/** @returns the minutes since midnight in India at an instant */
export function istMinutes(at: Date): number {
  const local = new Date(at.getTime() + istOffsetMs)
  return local.getUTCHours() * 60 + local.getUTCMinutes()
}

/** @param date YYYY-MM-DD @param days may be negative @returns YYYY-MM-DD */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

/** @param date YYYY-MM-DD in India @param time a slot (`06:00-08:00`) or a time (`09:00`) of that day */
export function slotStart(date: string, time: string): Date {
  return new Date(Date.parse(`${date}T${time.slice(0, 5)}:00Z`) - istOffsetMs)
}

/** Whether the slot has begun; true from its first instant on. */
export function hasBegun(date: string, time: string, now: Date): boolean {
  return slotStart(date, time) <= now
}

/** @param date `YYYY`, `YYYY-MM` or `YYYY-MM-DD` @returns whether the calendar has it: 2026-02-30 does not exist */
export function dateExists(date: string): boolean {
  const [year = '', month = '01', day = '01'] = date.split('-')
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
}

/** @returns whole years between two dates (YYYY-MM-DD); somebody born on 29 February turns a year older on 1 March */
export function ageOn(dateOfBirth: string, date: string): number {
  const years = Number(date.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return date.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** @returns completed months between two dates (YYYY-MM-DD); negative before the birth */
export function ageInMonths(dateOfBirth: string, date: string): number {
  const months =
    (Number(date.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))) * 12 +
    Number(date.slice(5, 7)) -
    Number(dateOfBirth.slice(5, 7))
  return date.slice(8) < dateOfBirth.slice(8) ? months - 1 : months
}

/** An age that is not told in years. */
export type InfantAge = { count: number; unit: 'day' | 'month' }

/**
 * Reference intervals of infants change within weeks: until a month is completed the age is in days, until the second birthday in months.
 * @param dateOfBirth YYYY-MM-DD @param date YYYY-MM-DD @returns null: the age is in years, or the date lies before the birth
 */
export function infantAge(dateOfBirth: string, date: string): InfantAge | null {
  const months = ageInMonths(dateOfBirth, date)
  if (months < 0 || months >= 24) return null
  if (months > 0) return { count: months, unit: 'month' }
  return { count: (Date.parse(date) - Date.parse(dateOfBirth)) / dayMs, unit: 'day' }
}

/** @returns such as `12 days`, `1 month` */
export function infantAgeText({ count, unit }: InfantAge): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
