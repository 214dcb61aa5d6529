import type { BookingView } from '@jaanch/contracts/http/bookings'
import { FilePlus2, IndianRupee, ListTree } from 'lucide-react'
import { useState } from 'react'
import { numberText } from '@/components/booking/texts'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu, type MenuItem } from '@/ui/menu'

const RecordPayment = lazyDialog(async () => (await import('./record-payment')).RecordPayment)
const AttachReport = lazyDialog(async () => (await import('./attach-report')).AttachReport)

type BookingMenuProps = {
  booking: BookingView
  onOpen: () => void
  more?: readonly MenuItem[]
}

export function BookingMenu({ booking, onOpen, more = [] }: BookingMenuProps) {
  const [dialog, setDialog] = useState<'payment' | 'report' | null>(null)
  const { status, paymentStatus } = booking
  const hasResults = status === 'lab-processing' || status === 'completed'
  const isUnpaid = paymentStatus === 'pending' && status !== 'cancelled'
  return (
    <>
      <Menu
        label={`More actions for ${numberText(booking)}`}
        items={[
          { label: 'View Details', icon: ListTree, onSelect: onOpen },
          {
            label: 'Record Payment',
            icon: IndianRupee,
            disabled: !isUnpaid,
            onSelect: () => setDialog('payment'),
          },
          {
            label: 'Attach Report',
            icon: FilePlus2,
            disabled: !hasResults,
            onSelect: () => setDialog('report'),
          },
          ...more,
        ]}
      />
      {dialog === 'payment' && <RecordPayment booking={booking} onClose={() => setDialog(null)} />}
      {dialog === 'report' && <AttachReport booking={booking} onClose={() => setDialog(null)} />}
    </>
  )
}
