import { type Attention, attentions } from '@jaanch/contracts/http/attention'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { BookingDialog } from '@/components/booking-desk/booking-dialog'
import { useOpened } from '@/components/booking-desk/use-opened'
import { WindowList } from '@/components/list/window-list'
import { useLateBookingPages } from '@/lib/api/bookings'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { AdminBookingCard } from './admin-booking-card'
import { AssignDialog } from './assign-dialog'

const reasons: Record<Attention, { title: string; note: string }> = {
  unassigned: { title: 'Unassigned bookings', note: 'Without a lab for over an hour.' },
  'instant-late': { title: 'Late instant bookings', note: 'Past their 4 hours without collection.' },
  'slot-missed': { title: 'Missed slots', note: 'The slot has passed without collection.' },
  'report-late': { title: 'Late reports', note: 'Past their promise.' },
}

export function isAttention(name: string | null): name is Attention {
  return attentions.some((attention) => attention === name)
}

/** The bookings that need an admin's attention for one reason. */
export function LateBookings({ attention }: { attention: Attention }) {
  const [assigning, setAssigning] = useState<BookingView | null>(null)
  const opened = useOpened()
  const { rows, loading, more, hasMore, failed } = useLateBookingPages(attention)
  const { title, note } = reasons[attention]
  return (
    <>
      <PageHeading title={title} description={note}>
        <ButtonLink to={paths.adminBookings} variant="outline" size="sm">
          All bookings
        </ButtonLink>
      </PageHeading>
      {loading && <SkeletonList count={4} className="grid grid-cols-1 gap-3" itemClassName="h-32" />}
      {!loading && rows.length === 0 && (
        <EmptyState icon={CircleCheck} title="No bookings found">
          Nothing here needs your attention.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <WindowList label={title} rows={rows} estimate={130} hasMore={hasMore} onMore={more} failed={failed}>
          {(booking) => (
            <AdminBookingCard
              booking={booking}
              onAssign={() => setAssigning(booking)}
              onOpen={() => opened.open(booking.id)}
            />
          )}
        </WindowList>
      )}
      {assigning && <AssignDialog booking={assigning} onClose={() => setAssigning(null)} />}
      {opened.id && <BookingDialog id={opened.id} onClose={opened.close} />}
    </>
  )
}
