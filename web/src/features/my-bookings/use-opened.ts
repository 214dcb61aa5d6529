import { belongsToTab } from '@jaanch/contracts/booking-tabs'
import { useSearchParams } from 'react-router-dom'
import { isRefusal } from '@/lib/api/api-error'
import { useBooking } from '@/lib/api/bookings'

export type Tab = 'upcoming' | 'past'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * What the address says: `?tab=` a tab, `?id=` one booking, as notifications link to it. That booking stands first on its
 * own tab, and takes the page along when it moves to the other.
 */
export function useOpened() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  const asked = useBooking(id && uuid.test(id) ? id : null)
  const own: Tab = asked.data && belongsToTab('customer', 'past', asked.data) ? 'past' : 'upcoming'
  const named: Tab = search.get('tab') === 'past' ? 'past' : 'upcoming'

  return {
    tab: asked.data ? own : named,
    opened: asked.data,
    loading: asked.loading,
    missing: id !== null && (!uuid.test(id) || isRefusal(asked.error)),
    show: (tab: Tab) => setSearch(tab === 'past' ? { tab } : {}, { replace: true }),
  }
}
