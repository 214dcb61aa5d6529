import type { BookingView } from '@jaanch/contracts/http/bookings'
import { type ComponentProps, Suspense, useState } from 'react'
import { StaffBookingList } from '@/components/staff-bookings/booking-list'
import { useReportDialog } from '@/components/staff-bookings/use-report-dialog'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { AdminBookingCard } from './admin-booking-card'

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog')).AssignDialog)
const WhyThisLab = lazyPart(async () => (await import('./why-this-lab')).WhyThisLab)

type AdminBookingListProps = Pick<ComponentProps<typeof StaffBookingList>, 'label' | 'list' | 'empty'>

export function AdminBookingList(props: AdminBookingListProps) {
  const [assigning, setAssigning] = useState<BookingView | null>(null)
  const reports = useReportDialog(props.list.rows)
  return (
    <>
      <StaffBookingList
        {...props}
        estimate={130}
        skeletons={{ count: 4, itemClassName: 'h-32' }}
        card={(bookings, onOpen) => (
          <AdminBookingCard
            bookings={bookings}
            onAssign={setAssigning}
            onOpen={onOpen}
            onReport={reports.open}
          />
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
      {reports.dialog}
    </>
  )
}
