import type { BookingView } from '@jaanch/booking/booking-view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useCollection } from '@/features/booking/bookings-calls'
import { patientNameOf, personText } from '@/features/booking/staff-bookings/texts'

/**
 * The names of the people of a visit, as far as the lab was shown them: answers and live messages name nobody, the collection does.
 * @param id a booking whose collection the lab may see; null if there is none, or if nobody is named
 */
export function usePeopleNames(
  bookings: readonly BookingView[],
  id: string | null,
): (index: number) => string {
  const { data, mutate } = useCollection(id)
  const people = data?.people ?? []
  const refetch = useEffectEvent(() => void mutate())
  const state = bookings.map((booking) => `${booking.id} ${booking.status}`).join()
  const shown = useRef(state)
  // somebody was confirmed, or left, since the people were fetched
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    refetch()
  }, [state])
  return (index) => {
    const booking = bookings[index]
    const named = people.find(({ bookingId }) => bookingId === booking?.id)
    return named?.name ?? (booking && patientNameOf(booking)) ?? personText(index)
  }
}
