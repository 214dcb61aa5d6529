import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/booking/show-more'
import { useBookingCounts, useBookings } from '@/lib/api/bookings'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { LabBookingCard } from './lab-booking-card'

type Tab = 'all' | 'confirmed' | 'in-progress' | 'completed'

type LabBookingsViewProps = {
  /** 'All' on the dashboard, 'All Bookings' on the bookings page */
  allLabel: string
  /** The dashboard's stubs beside Update Status */
  withStubs?: boolean
}

export function LabBookingsView({ allLabel, withStubs = false }: LabBookingsViewProps) {
  const [tab, setTab] = useState<Tab>('all')
  const [limit, setLimit] = useState(50)
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
        { name: 'all', label: allLabel, count: counts.all },
        { name: 'confirmed', label: 'Confirmed', count: counts.confirmed },
        { name: 'in-progress', label: 'In Progress', count: counts['in-progress'] },
        { name: 'completed', label: 'Completed', count: counts.completed },
      ]}
      value={tab}
      onChange={change}
    >
      {loading && <SkeletonList count={4} className="grid grid-cols-1 gap-3" item="h-32" />}
      {!loading && rows.length === 0 && (
        <EmptyState icon={Inbox} title="No bookings found">
          New bookings appear here by themselves once an admin assigns them to you.
        </EmptyState>
      )}
      <ul className="grid grid-cols-1 gap-3">
        {rows.map((booking) => (
          <li key={booking.id} className="min-w-0 animate-rise">
            <LabBookingCard booking={booking} withStubs={withStubs} />
          </li>
        ))}
      </ul>
      <ShowMore shown={rows.length} limit={limit} onMore={setLimit} />
    </Tabs>
  )
}
