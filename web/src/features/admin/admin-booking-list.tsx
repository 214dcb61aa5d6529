import type { BookingView } from '@jaanch/contracts/http/bookings'
import { MapPin, Microscope } from 'lucide-react'
import { type ComponentProps, Suspense, useCallback, useState } from 'react'
import { type BookingTableProps, StaffBookingList } from '@/components/staff-bookings/booking-list'
import { StaffBookingSummary } from '@/components/staff-bookings/booking-summary'
import { tableColumns } from '@/components/staff-bookings/texts'
import { instantText } from '@/lib/format/dates'
import type { BookingSource } from '@/lib/resources/bookings'
import { useStableCallback } from '@/lib/use-stable-callback'
import { Card } from '@/ui/card'
import { IconListItem } from '@/ui/icon-list'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { AdminBookingActions, type Inbox } from './admin-booking-actions'
import { booking as texts } from './texts'

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog')).AssignDialog)
const WhyThisLab = lazyPart(async () => (await import('./why-this-lab')).WhyThisLab)
const AdminTable = lazyPart(async () => (await import('./admin-table')).AdminTable)
const AdminSelection = lazyPart(async () => (await import('./admin-selection')).AdminSelection)

type AdminBookingListProps = Pick<
  ComponentProps<typeof StaffBookingList>,
  'label' | 'list' | 'empty' | 'tools' | 'isByVisit'
> &
  Inbox & {
    /** What the list is made of, if its rows can be exported */
    source?: BookingSource
  }

export function AdminBookingList({ source, onHandled, more, ...props }: AdminBookingListProps) {
  const [assigning, setAssigning] = useState<readonly BookingView[]>([])
  const onAssign = useStableCallback((booking: BookingView) => setAssigning([booking]))
  const handle = useStableCallback((booking: BookingView) => onHandled?.(booking))
  const addMore = useStableCallback((booking: BookingView) => more?.(booking))
  const hasMore = more !== undefined
  // one component for all renderings: another one would begin anew, without focus and scroll position
  const Table = useCallback(
    (table: BookingTableProps) => (
      <AdminTable {...table} onAssign={onAssign} onHandled={handle} more={hasMore ? addMore : undefined} />
    ),
    [onAssign, handle, addMore, hasMore],
  )
  return (
    <>
      <StaffBookingList
        {...props}
        firstLayout="table"
        estimate={130}
        skeletons={{ count: 4, itemClassName: 'h-32' }}
        Table={Table}
        columns={columns}
        shortcuts={['assign', 'select']}
        selection={(bookings, clear) => (
          <AdminSelection
            bookings={bookings}
            source={source}
            onAssign={() => setAssigning(bookings)}
            onClear={clear}
          />
        )}
        card={(booking, onOpen) => (
          <AdminBookingCard
            {...{ booking, onOpen, onHandled, more }}
            onAssign={() => setAssigning([booking])}
          />
        )}
        details={(id) => (
          <Suspense>
            <WhyThisLab id={id} />
          </Suspense>
        )}
      />
      {assigning.length > 0 && (
        <AssignDialog
          bookings={assigning}
          onAssigned={() => {
            for (const booking of assigning) onHandled?.(booking)
          }}
          onClose={() => setAssigning([])}
        />
      )}
    </>
  )
}

const columns = tableColumns('when', 'order', 'patient', 'tests', 'status', 'area', 'lab', 'payment')

type AdminBookingCardProps = { booking: BookingView; onAssign: () => void; onOpen: () => void } & Inbox

function AdminBookingCard({ booking, ...actions }: AdminBookingCardProps) {
  const heading = `booking-${booking.id}`
  return (
    // the cancelled ones step back: the list keeps its order
    <Card className={booking.status === 'cancelled' ? 'border-dashed bg-sunken shadow-none' : ''}>
      <article
        aria-labelledby={heading}
        className="flex flex-col gap-4 p-4 sm:p-5 md:flex-row md:items-center md:justify-between"
      >
        <StaffBookingSummary
          booking={booking}
          headingId={heading}
          unpaidText={texts.unpaid}
          note={texts.booked(instantText(booking.createdAt))}
        >
          {booking.city && (
            <IconListItem>
              <MapPin aria-hidden />
              {booking.city}
            </IconListItem>
          )}
          <IconListItem>
            <Microscope aria-hidden />
            {booking.labPartnerName ?? texts.noLab}
          </IconListItem>
        </StaffBookingSummary>
        <AdminBookingActions booking={booking} {...actions} />
      </article>
    </Card>
  )
}
