import type { BookingView } from '@jaanch/booking/booking-view'
import { applyWrite } from '@/features/booking/bookings-calls'
import { useList } from '@/lib/cache/use-resource'
import { type ApiResponse, send } from '@/lib/http/call'
import { urlOf } from '@/lib/http/url'
import { command } from '@/lib/idempotency'

/** The people who can make the visits of the lab */
export function useCollectors() {
  return useList('/api/lab/collectors')
}

/** Gives the visit of a booking to a collector: all its people who are at the same step. @param collectorId null: to nobody */
export async function assignCollector(id: string, collectorId: string | null): Promise<void> {
  const path = '/api/bookings/:id/collector'
  const { bookings, ...named } = await command('PUT', path, { params: { id }, body: { collectorId } })
  for (const booking of bookings ?? [named]) applyWrite(booking)
}

/** The bookings of a collector on a day. @param date IST date */
export async function bookingsOf(collectorId: string, date: string): Promise<BookingView[]> {
  const found: BookingView[] = []
  const query = { tab: 'all', from: date, to: date, sort: 'visit', limit: 500 }
  let url: string | undefined = urlOf('/api/bookings', undefined, query)
  while (url) {
    const page: ApiResponse<BookingView[]> = await send('GET', url)
    found.push(...page.data.filter((booking) => booking.collectorId === collectorId))
    url = page.next
  }
  return found
}
