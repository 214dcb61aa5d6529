import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type ComponentProps, type ReactNode, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { groupAdjacentVisits, type VisitGroup } from '@/components/booking/visits'
import { PagedList } from '@/components/list/paged-list'
import { lazyDialog } from '@/ui/lazy-part'

const BookingDialog = lazyDialog(async () => (await import('./booking-dialog')).BookingDialog)

type BookingListProps = ComponentProps<typeof PagedList<BookingView>>

type StaffBookingListProps = Omit<BookingListProps, 'children' | 'gap'> & {
  /** @param bookings of one visit, if several stand together @param onOpen shows the details of one */
  card: (bookings: VisitGroup['bookings'], onOpen: (id: string) => void) => ReactNode
  /** What the details show to the user's role besides */
  details: (id: string) => ReactNode
}

export function StaffBookingList({ card, details, list, ...frame }: StaffBookingListProps) {
  const bookingParam = useBookingParam()
  const visits = useMemo(() => groupAdjacentVisits(list.rows), [list.rows])
  return (
    <>
      <PagedList {...frame} list={{ ...list, rows: visits }}>
        {({ bookings }) => card(bookings, bookingParam.open)}
      </PagedList>
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
