import type { BookingView } from '@jaanch/contracts/http/bookings'
import { FilePlus2, IndianRupee, ListTree } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { shortId } from '@/lib/format/text'
import { Menu, type MenuItem } from '@/ui/menu'

const RecordPayment = lazy(async () => ({ default: (await import('./record-payment')).RecordPayment }))
const AttachReport = lazy(async () => ({ default: (await import('./attach-report')).AttachReport }))

type BookingMenuProps = {
  booking: BookingView
  onOpen: () => void
  /** What the reader's role may do besides */
  more?: readonly MenuItem[]
}

/** What is done with a booking beside moving it along. What its status does not allow is there, and can't be pressed. */
export function BookingMenu({ booking, onOpen, more = [] }: BookingMenuProps) {
  const [shown, setShown] = useState<'payment' | 'report' | null>(null)
  const { status, paymentStatus } = booking
  const hasResults = status === 'lab-processing' || status === 'completed'
  const owes = paymentStatus === 'pending' && status !== 'cancelled'
  return (
    <>
      <Menu
        label={`More actions for booking ${shortId(booking.id)}`}
        items={[
          { label: 'View Details', icon: ListTree, onSelect: onOpen },
          {
            label: 'Record Payment',
            icon: IndianRupee,
            disabled: !owes,
            onSelect: () => setShown('payment'),
          },
          {
            label: 'Attach Report',
            icon: FilePlus2,
            disabled: !hasResults,
            onSelect: () => setShown('report'),
          },
          ...more,
        ]}
      />
      <Suspense>
        {shown === 'payment' && <RecordPayment booking={booking} onClose={() => setShown(null)} />}
        {shown === 'report' && <AttachReport booking={booking} onClose={() => setShown(null)} />}
      </Suspense>
    </>
  )
}
