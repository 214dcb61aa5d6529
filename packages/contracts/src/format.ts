/** Amounts, dates and slots as text for people in India. */

import { istMinutes } from './calendar.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** @param date YYYY-MM-DD @returns such as `Saturday, 21 November 2026` */
export function longDate(date: string): string {
  const at = new Date(date)
  return `${days[at.getUTCDay()]}, ${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** @param date YYYY-MM-DD @returns such as `Sat 21 Nov` */
export function shortDate(date: string): string {
  const at = new Date(date)
  return `${days[at.getUTCDay()]?.slice(0, 3)} ${at.getUTCDate()} ${months[at.getUTCMonth()]?.slice(0, 3)}`
}

/** @param date YYYY-MM-DD @returns such as `21 Nov 2026` */
export function dateText(date: string): string {
  const at = new Date(date)
  return `${at.getUTCDate()} ${months[at.getUTCMonth()]?.slice(0, 3)} ${at.getUTCFullYear()}`
}

/** @param time a slot (`10:00-12:00`) or a time (`09:00`) @param to separator between the two times @returns such as `10 am to 12 noon` */
export function slotText(time: string, to = ' to '): string {
  return time
    .split('-')
    .map((clock) => {
      const hour = Number(clock.slice(0, 2))
      const minutes = clock.slice(3) === '00' ? '' : `:${clock.slice(3)}`
      if (hour === 12 && minutes === '') return '12 noon'
      return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`
    })
    .join(to)
}

/** @param instant ISO 8601 @returns the time of day in India, such as `10:35 am` */
export function clockText(instant: string): string {
  const minutes = istMinutes(new Date(instant))
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return slotText(clock.join(':'))
}

// made once: toLocaleString makes one for each call, which took as long as the rest of a message
const wholeRupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })
const rupeesAndPaise = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** @param amount paise @param currency the sign, or `Rs ` for texts in the GSM alphabet @returns such as `₹1,24,999` or `₹499.50` */
export function rupeesText(amount: number, currency = '₹'): string {
  const format = amount % 100 === 0 ? wholeRupees : rupeesAndPaise
  return `${currency}${format.format(amount / 100)}`
}
