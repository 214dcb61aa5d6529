import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { type ComponentProps, Suspense, useCallback, useRef, useState } from 'react'
import { type BookingTableProps, StaffBookingList } from '@/components/staff-bookings/booking-list'
import { tableColumns } from '@/components/staff-bookings/texts'
import { useReportDialog } from '@/components/staff-bookings/use-report-dialog'
import type { BookingSource } from '@/lib/resources/bookings'
import { useMay } from '@/lib/session/staff'
import { useStableCallback } from '@/lib/use-stable-callback'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import type { Inbox } from './admin-booking-actions'
import { AdminBookingCard } from './admin-booking-card'

const AssignDialog = lazyDialog(async () => (await import('./assign-dialog')).AssignDialog)
const DueRefund = lazyPart(async () => (await import('./settle-refund')).DueRefund)
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
  const openReport = useStableCallback(reports.open)
  const hasMore = more !== undefined
  const mayChange = useMay('manager')
  const isSelectable = mayChange || source !== undefined
  // one component for all renderings: another one would begin anew, without focus and scroll position
  const Table = useCallback(
    (table: BookingTableProps) => (
      <AdminTable
        {...table}
        onAssign={onAssign}
        onHandled={handle}
        onReport={openReport}
        more={hasMore ? addMore : undefined}
        isSelectable={isSelectable}
      />
    ),
    [onAssign, handle, openReport, addMore, hasMore, isSelectable],
  )
  return (
    <>
      <StaffBookingList
        {...props}
        listKey={listKey}
        firstLayout="table"
        estimate={130}
        skeletons={{ count: 4, itemClassName: 'h-32' }}
        Table={Table}
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
