import type { BookingView } from '@jaanch/booking/booking-view'
import type { BookingTab } from '@jaanch/booking/list/tabs'
import { istDate } from '@jaanch/contracts/calendar'
import { otherTestsOf, paymentTexts } from '@/components/booking/texts'
import type { BookingFilter, BookingSource } from '@/features/booking/bookings-calls'
import { bookingStatusStyles } from '@/features/booking/visit/status'
import { csvFile, saveFile } from '@/lib/files'
import { instantText } from '@/lib/format/dates'
import { type ApiResponse, send } from '@/lib/http/call'
import { urlOf } from '@/lib/http/url'

/** Ten thousand bookings: nobody has scrolled further to select one */
const mostPagesOfSelection = 20

/**
 * Saves the whole filtered list as a CSV file, or those of its bookings that were selected. They are fetched for it, because the server
 * records what is saved.
 * @returns the number of bookings
 */
export async function exportBookings(
  { tab, filter }: BookingSource,
  selected?: ReadonlySet<string>,
): Promise<number> {
  const bookings: BookingView[] = []
  let pages = 0
  for await (const page of eachBookingPage(tab, filter)) {
    bookings.push(...page.filter(({ id }) => !selected || selected.has(id)))
    pages += 1
    // selected bookings are near the top; the search for one that has left the list since would go through all of it
    if (selected && (bookings.length === selected.size || pages === mostPagesOfSelection)) break
  }
  const file = new Blob([bookingsCsv(bookings)], { type: 'text/csv;charset=utf-8' })
  saveFile(file, `jaanch-bookings-${tab}-${istDate(new Date())}.csv`)
  return bookings.length
}

const columns: readonly [heading: string, value: (booking: BookingView) => string | number][] = [
  ['Booking ID', ({ id }) => id],
  ['Order', ({ orderNumber }) => orderNumber ?? ''],
  ['Test', (booking) => [booking.packageName, ...otherTestsOf(booking)].join('; ')],
  ['Status', ({ status }) => bookingStatusStyles[status].label],
  ['Collection', ({ collectionType }) => collectionType],
  ['Date', ({ scheduledDate }) => scheduledDate ?? ''],
  ['Slot', ({ scheduledTime }) => scheduledTime ?? ''],
  ['City', ({ city }) => city ?? ''],
  ['Amount (INR)', ({ finalAmount }) => finalAmount],
  ['Payment', ({ paymentMethod }) => paymentTexts[paymentMethod]],
  ['Payment reference', ({ paymentReference }) => paymentReference ?? ''],
  ['Paid', ({ paymentStatus }) => (paymentStatus === 'paid' ? 'yes' : 'no')],
  ['Booked', ({ createdAt }) => instantText(createdAt)],
]

export function bookingsCsv(bookings: readonly BookingView[]): string {
  return csvFile([
    columns.map(([heading]) => heading),
    ...bookings.map((row) => columns.map(([, value]) => value(row))),
  ])
}

/** All bookings of a filtered list, 500 per page, without the cache: to be saved, which the server records. */
async function* eachBookingPage(tab: BookingTab, filter: BookingFilter): AsyncGenerator<BookingView[]> {
  let url: string | undefined = urlOf('/api/bookings', undefined, { tab, ...filter, limit: 500, export: '1' })
  while (url) {
    const page: ApiResponse<BookingView[]> = await send('GET', url)
    yield page.data
    url = page.next
  }
}
