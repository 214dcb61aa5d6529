import { istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/bookings'

type FilterFields = Pick<
  BookingView,
  | 'id'
  | 'packageName'
  | 'orderNumber'
  | 'scheduledDate'
  | 'scheduledTime'
  | 'collectionType'
  | 'createdAt'
  | 'labPartnerId'
>

/** The filters of GET /api/bookings for rows of live messages; the same rule as the API's `filtersOf`. */
export function matchesFilters(booking: FilterFields, query: URLSearchParams): boolean {
  const date = booking.scheduledDate ?? istDate(new Date(booking.createdAt))
  const [from, to, slot, type, lab] = ['from', 'to', 'slot', 'type', 'lab'].map((name) => query.get(name))
  if (from && date < from) return false
  if (to && date > to) return false
  if (slot && booking.scheduledTime !== slot) return false
  if (type && booking.collectionType !== type) return false
  if (lab && booking.labPartnerId !== lab) return false
  return matchesText(booking, query.get('q')?.trim().toLowerCase())
}

function matchesText({ id, packageName, orderNumber }: FilterFields, text: string | undefined): boolean {
  if (!text) return true
  return (
    packageName.toLowerCase().includes(text) ||
    Boolean(orderNumber?.toLowerCase().endsWith(text)) ||
    id.startsWith(text)
  )
}
