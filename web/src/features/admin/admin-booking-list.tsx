import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type ComponentProps, Suspense, useState } from 'react'
import { PagedList } from '@/components/list/paged-list'
import { useBookingParam } from '@/components/staff-bookings/use-booking-param'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { AdminBookingCard } from './admin-booking-card'

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog')).AssignDialog)
const WhyThisLab = lazyPart(async () => (await import('./why-this-lab')).WhyThisLab)

const BookingDialog = lazyDialog(
  async () => (await import('@/components/staff-bookings/booking-dialog')).BookingDialog,
)

type AdminBookingListProps = Pick<ComponentProps<typeof PagedList<BookingView>>, 'label' | 'list' | 'empty'>

/** Booking cards with their dialogs: details and lab assignment. */
export function AdminBookingList(props: AdminBookingListProps) {
  const [assigning, setAssigning] = useState<BookingView | null>(null)
  const bookingParam = useBookingParam()
  return (
    <>
      <PagedList {...props} estimate={130} skeletons={{ count: 4, itemClassName: 'h-32' }}>
        {(booking) => (
          <AdminBookingCard
            booking={booking}
            onAssign={() => setAssigning(booking)}
            onOpen={() => bookingParam.open(booking.id)}
          />
        )}
      </PagedList>
      <Suspense>
        {assigning && <AssignDialog booking={assigning} onClose={() => setAssigning(null)} />}
        {bookingParam.id && (
          <BookingDialog id={bookingParam.id} onClose={bookingParam.close}>
            <Suspense>
              <WhyThisLab id={bookingParam.id} />
            </Suspense>
          </BookingDialog>
        )}
      </Suspense>
    </>
  )
}
