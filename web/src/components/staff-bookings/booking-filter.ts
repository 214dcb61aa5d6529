import type { BookingFilter } from '@/lib/resources/bookings'

export const emptyFilter: BookingFilter = { q: '', from: '', to: '', slot: '', type: '' }

export function isFiltered(filter: BookingFilter): boolean {
  return Object.values(filter).some((value) => value.trim() !== '')
}
