import type { BookingView } from '@jaanch/contracts/http/bookings'
import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/booking/show-more'
import { useBookingCounts, useBookings } from '@/lib/api/bookings'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { AdminBookingCard } from './admin-booking-card'
import { AssignDialog } from './assign-dialog'

type Tab = 'unassigned' | 'assigned' | 'completed' | 'all'

export function ManageBookings() {
  const [tab, setTab] = useState<Tab>('unassigned')
  const [limit, setLimit] = useState(50)
  const [assigning, setAssigning] = useState<BookingView | null>(null)
  const counts = useBookingCounts()
  const { rows, loading } = useBookings(tab, limit)

  function change(next: Tab) {
    setTab(next)
    setLimit(50)
  }

  return (
    <Tabs
      label="Bookings"
      tabs={[
        { name: 'unassigned', label: 'Unassigned', count: counts.unassigned },
        { name: 'assigned', label: 'Assigned', count: counts.assigned },
        { name: 'completed', label: 'Completed', count: counts.completed },
        { name: 'all', label: 'All', count: counts.all },
      ]}
      value={tab}
      onChange={change}
    >
      {loading && <SkeletonList count={4} className="grid grid-cols-1 gap-3" item="h-32" />}
      {!loading && rows.length === 0 && (
        <EmptyState icon={ClipboardCheck} title="No bookings found">
          {tab === 'unassigned' ? 'Every booking has its lab.' : 'Bookings appear here by themselves.'}
        </EmptyState>
      )}
      <ul className="grid grid-cols-1 gap-3">
        {rows.map((booking) => (
          <li key={booking.id} className="min-w-0 animate-rise">
            <AdminBookingCard booking={booking} onAssign={() => setAssigning(booking)} />
          </li>
        ))}
      </ul>
      <ShowMore shown={rows.length} limit={limit} onMore={setLimit} />
      {assigning && <AssignDialog booking={assigning} onClose={() => setAssigning(null)} />}
    </Tabs>
  )
}
