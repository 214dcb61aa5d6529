import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type ComponentProps, Suspense, useState } from 'react'
import { StaffBookingList } from '@/components/staff-bookings/booking-list'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { AdminBookingCard } from './admin-booking-card'

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog')).AssignDialog)
const WhyThisLab = lazyPart(async () => (await import('./why-this-lab')).WhyThisLab)

type AdminBookingListProps = Pick<ComponentProps<typeof StaffBookingList>, 'label' | 'list' | 'empty'>

/** Bookings whose lab an admin can assign. */
export function AdminBookingList(props: AdminBookingListProps) {
  const [assigning, setAssigning] = useState<BookingView | null>(null)
  return (
    <>
      <StaffBookingList
        {...props}
        estimate={130}
        skeletons={{ count: 4, itemClassName: 'h-32' }}
        card={(booking, onOpen) => (
          <AdminBookingCard booking={booking} onAssign={() => setAssigning(booking)} onOpen={onOpen} />
        )}
        details={(id) => (
          <Suspense>
            <WhyThisLab id={id} />
          </Suspense>
        )}
      />
      <Suspense>
        {assigning && <AssignDialog booking={assigning} onClose={() => setAssigning(null)} />}
      </Suspense>
    </>
  )
}
