import type { BookingView } from '@jaanch/contracts/http/bookings'
import { visit as texts } from '@/components/staff-bookings/texts'
import { useCollection } from '@/lib/resources/bookings'

/**
 * The names of the people of a visit, as far as the lab was shown them: answers and live messages name nobody, the collection does.
 * @param id of a booking whose collection the lab may see; null: of none, or nobody is named
 */
export function usePeopleNames(
  bookings: readonly BookingView[],
  id: string | null,
): (index: number) => string {
  const people = useCollection(id).data?.people ?? []
  return (index) => {
    const booking = bookings[index]
    const name =
      people.find(({ bookingId }) => bookingId === booking?.id)?.name ?? booking?.familyMember?.name
    return name ?? texts.person(index)
  }
}
