import type { BookingView } from '@jaanch/booking/booking-view'
import { MapPin, Microscope } from 'lucide-react'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import type { BookingSource } from '@/features/booking/bookings-calls'
import { StaffBookingList } from '@/features/booking/staff-bookings/booking-list'
import { tableColumns } from '@/features/booking/staff-bookings/texts'
import { useReportDialog } from '@/features/booking/staff-bookings/use-report-dialog'
import { VisitSummary } from '@/features/booking/staff-bookings/visit-summary'
import { isBeforeCollection } from '@/features/booking/visit/status'
import type { VisitGroup } from '@/features/booking/visit/visits'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { useMay } from '@/lib/session/staff'
import { useStableCallback } from '@/lib/use-stable-callback'
import { Card } from '@/ui/card'
import { IconListItem } from '@/ui/icon-list'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { AdminBookingActions, type AdminHandlers, type Inbox, namesOf } from './admin-booking-actions'

const texts = {
  booked: (time: string) => `Booked ${time}`,
  unpaid: 'due',
  noLab: 'No lab yet',
}

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog')).AssignDialog)
const DueRefund = lazyPart(async () => (await import('./booking-details')).DueRefund)
const WhyThisLab = lazyPart(async () => (await import('./booking-details')).WhyThisLab)
const AdminTable = lazyPart(async () => (await import('./admin-table')).AdminTable)
const AdminSelection = lazyPart(async () => (await import('./admin-table')).AdminSelection)

type AdminBookingListProps = Pick<
  ComponentProps<typeof StaffBookingList>,
  'label' | 'list' | 'empty' | 'tools' | 'isByVisit'
> &
  Inbox & {
    /** The query of the list, if its rows can be exported */
    source?: BookingSource
    listKey?: string
  }

export function AdminBookingList({ source, listKey = '', onHandled, more, ...props }: AdminBookingListProps) {
  const [assigning, setAssigning] = useState<readonly BookingView[]>([])
  const clearSelection = useRef<() => void>(undefined)
  const onAssign = useStableCallback((booking: BookingView) => {
    clearSelection.current = undefined
    setAssigning([booking])
  })
  const handle = useStableCallback((booking: BookingView) => onHandled?.(booking))
  const addMore = useStableCallback((booking: BookingView) => more?.(booking))
  const reports = useReportDialog(props.list.rows)
  const mayChange = useMay('manager')
  const isSelectable = mayChange || source !== undefined
  return (
    <>
      <StaffBookingList
        {...props}
        listKey={listKey}
        firstLayout="table"
        estimate={130}
        skeletons={{ count: 4, itemClassName: 'h-32' }}
        table={(props) => (
          <AdminTable
            {...props}
            onAssign={onAssign}
            onHandled={handle}
            onReport={reports.open}
            more={more && addMore}
            isSelectable={isSelectable}
          />
        )}
        columns={columns}
        shortcuts={[
          ...(mayChange ? (['assign'] as const) : []),
          ...(isSelectable ? (['select'] as const) : []),
        ]}
        selection={(bookings, clear) => (
          <AdminSelection
            bookings={bookings}
            source={source}
            onAssign={(chosen) => {
              setAssigning(chosen)
              clearSelection.current = clear
            }}
            onClear={clear}
          />
        )}
        card={(bookings, onOpen) => (
          <AdminBookingCard {...{ bookings, onOpen, onAssign, onHandled, more }} onReport={reports.open} />
        )}
        details={(id) => (
          <Suspense>
            <WhyThisLab id={id} />
            <DueRefund id={id} />
          </Suspense>
        )}
      />
      {assigning.length > 0 && (
        <AssignDialog
          bookings={assigning}
          onAssigned={(assigned) => {
            for (const booking of assigned) onHandled?.(booking)
            clearSelection.current?.()
          }}
          onClose={() => setAssigning([])}
        />
      )}
      {reports.dialog}
    </>
  )
}

const columns = tableColumns('when', 'order', 'patient', 'tests', 'status', 'area', 'lab', 'payment')

type AdminBookingCardProps = AdminHandlers & {
  /** The bookings of one visit */
  bookings: VisitGroup['bookings']
}

function AdminBookingCard({ bookings, ...handlers }: AdminBookingCardProps) {
  const [first] = bookings
  const heading = `booking-${first.id}`
  const place = first.area ?? first.city
  const isCancelled = bookings.every(({ status }) => status === 'cancelled')
  return (
    // the cancelled ones step back: the list keeps its order
    <Card className={cn(isCancelled && 'border-dashed bg-sunken shadow-none')}>
      <article
        aria-labelledby={heading}
        className={cn(
          'flex flex-col gap-4 p-4 sm:p-5',
          bookings.length === 1 && 'md:flex-row md:items-center md:justify-between',
        )}
      >
        <VisitSummary
          bookings={bookings}
          headingId={heading}
          unpaidText={texts.unpaid}
          note={texts.booked(instantText(first.createdAt))}
          nameOf={namesOf(bookings)}
        >
          {place && <IconListItem icon={MapPin}>{place}</IconListItem>}
          <IconListItem icon={Microscope}>
            {(bookings.find(isBeforeCollection) ?? first).labPartnerName ?? texts.noLab}
          </IconListItem>
        </VisitSummary>
        <AdminBookingActions bookings={bookings} {...handlers} />
      </article>
    </Card>
  )
}
