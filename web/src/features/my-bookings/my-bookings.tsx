import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { ShowMore } from '@/components/booking/show-more'
import { useBookingCounts, useBookings } from '@/lib/api/bookings'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { BookingRow } from './booking-row'

type Tab = 'upcoming' | 'past'

const empty = {
  upcoming: ['No upcoming bookings', 'Book a test and follow each of its steps here.'],
  past: ['No past bookings', 'Completed and cancelled bookings are kept here.'],
} as const

export function MyBookings() {
  useTitle('My Bookings')
  const [tab, setTab] = useState<Tab>('upcoming')
  const [limit, setLimit] = useState(50)
  const counts = useBookingCounts()
  const { rows, loading } = useBookings(tab, limit)

  function change(next: Tab) {
    setTab(next)
    setLimit(50)
  }

  return (
    <>
      <PageHeading title="My Bookings" note="Each step shows here as it happens.">
        <ButtonLink to={paths.tests}>
          <CalendarPlus aria-hidden />
          Book a test
        </ButtonLink>
      </PageHeading>
      <Tabs
        label="Bookings"
        tabs={[
          { name: 'upcoming', label: 'Upcoming', count: counts.upcoming },
          { name: 'past', label: 'Past', count: counts.past },
        ]}
        value={tab}
        onChange={change}
      >
        {loading && <SkeletonList count={3} className="grid grid-cols-1 gap-4" item="h-44" />}
        {!loading && rows.length === 0 && (
          <EmptyState
            icon={CalendarPlus}
            title={empty[tab][0]}
            action={<ButtonLink to={paths.tests}>Browse tests</ButtonLink>}
          >
            {empty[tab][1]}
          </EmptyState>
        )}
        <ul className="grid grid-cols-1 gap-4">
          {rows.map((booking) => (
            <li key={booking.id} className="min-w-0 animate-rise">
              <BookingRow booking={booking} />
            </li>
          ))}
        </ul>
        <ShowMore shown={rows.length} limit={limit} onMore={setLimit} />
      </Tabs>
    </>
  )
}
