import { numberFormat } from '@/lib/format/number-format'

const compactRupees = numberFormat({
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const whole = numberFormat()
const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 })

/** @param amount rupees @returns '₹12.3L': for an axis or a heading, where the paise do not matter */
export function roundRupees(amount: number): string {
  return compactRupees(amount)
}

/** @returns '1,23,456' */
export function countText(count: number): string {
  return whole(count)
}

/** @returns '1.2L', for an axis */
export function roundCount(count: number): string {
  return compact(count)
}

/** @returns 'one booking', '12 bookings' */
export function bookingsText(count: number): string {
  return `${countText(count)} ${count === 1 ? 'booking' : 'bookings'}`
}

/** @returns '45 min', '5.5 h', '31 h', '6 days' */
export function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = minutes / 60
  if (hours < 10) return `${Math.round(hours * 10) / 10} h`
  return hours < 120 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`
}

/** @returns '42%' of a whole; nothing of nothing */
export function shareText(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.round((part / of) * 100)}%`
}
