import type { BookingTab, BookingView } from '@jaanch/contracts/http/bookings'
import { dateInIndia } from '@/lib/format/dates'
import { type BookingFilter, eachBookingPage } from '@/lib/resources/bookings'
import { bookingsCsv } from './csv'

/** Saves the whole filtered list as a CSV file, page by page. @returns how many bookings it has */
export async function exportBookings(tab: BookingTab, filter: BookingFilter): Promise<number> {
  const bookings: BookingView[] = []
  for await (const page of eachBookingPage(tab, filter)) bookings.push(...page)
  const file = new Blob([bookingsCsv(bookings)], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `jaanch-bookings-${tab}-${dateInIndia(new Date())}.csv`
  link.click()
  // the browser reads the file after the press: only then may it go
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return bookings.length
}
