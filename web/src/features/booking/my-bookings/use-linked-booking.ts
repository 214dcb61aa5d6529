import { matchesTab } from '@jaanch/booking/list/tabs'
import { useSearchParams } from 'react-router-dom'
import { useBooking } from '@/features/booking/bookings-calls'
import { hasCode } from '@/lib/http/api-error'

export type Tab = 'upcoming' | 'past'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The state of the page in its address: `?tab=` a tab, `?id=` one booking, as notifications link to it. The linked booking
 * comes first on its own tab; when it moves to the other tab, the page follows.
 */
export function useLinkedBooking() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  const isValidId = id !== null && uuid.test(id)
  const { data: booking, loading, error } = useBooking(isValidId ? id : null)
  const requestedTab: Tab = search.get('tab') === 'past' ? 'past' : 'upcoming'
  const ownTab: Tab = booking && matchesTab('past', booking) ? 'past' : 'upcoming'

  return {
    tab: booking ? ownTab : requestedTab,
    booking,
    loading,
    isMissing: id !== null && (!isValidId || hasCode(error, 'not-found', 'forbidden')),
    showTab: (tab: Tab) => setSearch(tab === 'past' ? { tab } : {}, { replace: true }),
  }
}
