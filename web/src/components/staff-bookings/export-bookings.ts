import type { BookingTab } from '@jaanch/contracts/booking-tabs'
import { istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type BookingFilter, eachBookingPage } from '@/lib/resources/bookings'
import { saveFile } from '@/lib/save-file'
import { bookingsCsv } from './csv'

/** Saves the whole filtered list as a CSV file, page by page. @returns how many bookings it has */
export async function exportBookings(tab: BookingTab, filter: BookingFilter): Promise<number> {
  const bookings: BookingView[] = []
  for await (const page of eachBookingPage(tab, filter)) bookings.push(...page)
  const file = new Blob([bookingsCsv(bookings)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `jaanch-bookings-${tab}-${istDate(new Date())}.csv`)
  return bookings.length
}
