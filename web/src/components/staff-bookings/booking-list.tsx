import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PagedList } from '@/components/list/paged-list'
import { lazyDialog } from '@/ui/lazy-part'

const BookingDialog = lazyDialog(async () => (await import('./booking-dialog')).BookingDialog)

type StaffBookingListProps = Omit<ComponentProps<typeof PagedList<BookingView>>, 'children' | 'gap'> & {
  /** @param onOpen shows the details */
  card: (booking: BookingView, onOpen: () => void) => ReactNode
  /** What the details show to the user's role besides */
  details: (id: string) => ReactNode
}

export function StaffBookingList({ card, details, ...list }: StaffBookingListProps) {
  const bookingParam = useBookingParam()
  return (
    <>
      <PagedList {...list}>{(booking) => card(booking, () => bookingParam.open(booking.id))}</PagedList>
      <Suspense>
        {bookingParam.id && (
          <BookingDialog id={bookingParam.id} onClose={bookingParam.close}>
            {details(bookingParam.id)}
          </BookingDialog>
        )}
      </Suspense>
    </>
  )
}

function useBookingParam(): { id: string | null; open: (id: string) => void; close: () => void } {
  const [search, setSearch] = useSearchParams()
  return {
    id: search.get('id'),
    open(id) {
      const next = new URLSearchParams(search)
      next.set('id', id)
      setSearch(next)
    },
    close() {
      const next = new URLSearchParams(search)
      next.delete('id')
      setSearch(next, { replace: true })
    },
  }
}
