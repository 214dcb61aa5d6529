import { istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/bookings'

type Filterable = Pick<
  BookingView,
  'id' | 'packageName' | 'orderNumber' | 'scheduledDate' | 'scheduledTime' | 'collectionType' | 'createdAt'
>

/** The filters of GET /api/bookings, for rows that are pushed: the rule of the API's `filtersOf`. */
export function passesFilters(booking: Filterable, query: URLSearchParams): boolean {
  const day = booking.scheduledDate ?? istDate(new Date(booking.createdAt))
  const [from, to, slot, type] = ['from', 'to', 'slot', 'type'].map((name) => query.get(name))
  if (from && day < from) return false
  if (to && day > to) return false
  if (slot && booking.scheduledTime !== slot) return false
  if (type && booking.collectionType !== type) return false
  return hasText(booking, query.get('q')?.trim().toLowerCase())
}

function hasText({ id, packageName, orderNumber }: Filterable, text: string | undefined): boolean {
  if (!text) return true
  return (
    packageName.toLowerCase().includes(text) ||
    Boolean(orderNumber?.toLowerCase().endsWith(text)) ||
    id.startsWith(text)
  )
}
