import { countText, numberFormat } from '@/lib/format/numbers'

/** @returns '₹12.3L' for an amount in rupees, where paise do not matter */
export const compactRupees = numberFormat({
  style: 'currency',
  currency: 'INR',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** @returns '1.2L' */
export const compactCount = numberFormat({ notation: 'compact', maximumFractionDigits: 1 })

/** @returns '1 booking', '12 bookings' */
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

/** @returns '42%', or '–' if the total is 0 */
export function percentText(part: number, total: number): string {
  return total === 0 ? '–' : `${Math.round((part / total) * 100)}%`
}
