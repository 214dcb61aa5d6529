import type { BookingFilter } from '@/lib/resources/bookings'

export const noFilter: BookingFilter = { q: '', from: '', to: '', slot: '', type: '' }

/** @returns how many of the panel's filters are set; the text has its own field */
export function filtersSet({ from, to, slot, type }: BookingFilter): number {
  return [from, to, slot, type].filter((value) => value !== '').length
}

export function isFiltered(filter: BookingFilter): boolean {
  return filter.q.trim() !== '' || filtersSet(filter) > 0
}
