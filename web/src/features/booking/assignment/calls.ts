import { useSWRConfig } from 'swr'
import { useList } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import { urlOf } from '@/lib/http/url'

/** The labs that fit a booking, best first. */
export function useSuggestions(bookingId: string) {
  return useList('/api/admin/bookings/:id/suggestions', { params: { id: bookingId } })
}

/** The next unassigned bookings, each with the lab that fits best. Nothing is assigned. */
export function previewSuggestions() {
  return call('POST', '/api/admin/bookings/suggestions', { body: {} })
}

const switches = '/api/admin/automatic-assignment'

export function useAutomaticAssignment() {
  const list = useList(switches)
  const { mutate } = useSWRConfig()
  return {
    ...list,
    async set(city: string, isOn: boolean): Promise<void> {
      await mutate(urlOf(switches), await call('PUT', switches, { body: { city, isOn } }), false)
    },
  }
}
