import type { BookingView } from '@jaanch/booking/booking-view'
import { useMemo } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import { useCommand } from '@/components/use-command'
import { type BookingSource, changeBookingStatus } from '@/features/booking/bookings-calls'
import type { BookingTableProps } from '@/features/booking/staff-bookings/booking-list'
import { doWithEach, SelectionBar } from '@/features/booking/staff-bookings/selection-bar'
import {
  type BookingColumn,
  column,
  columns,
  selectColumn,
} from '@/features/booking/staff-bookings/table/columns'
import { columns as columnTexts, selection as texts } from '@/features/booking/staff-bookings/texts'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { AdminBookingActions, type AdminHandlers, canBeAssigned } from './admin-booking-actions'
import { changeStatus } from './texts'

type AdminTableProps = BookingTableProps &
  AdminHandlers & {
    /** Something can be done with several bookings */
    isSelectable: boolean
  }

export function AdminTable({
  onOpen,
  onAssign,
  onHandled,
  onReport,
  more,
  isSelectable,
  ...table
}: AdminTableProps) {
  const mayChange = useMay('manager')
  const all = useMemo(
    () => adminColumns({ onOpen, onAssign, onHandled, onReport, more }, { mayChange, isSelectable }),
    [onOpen, onAssign, onHandled, onReport, more, mayChange, isSelectable],
  )
  return <PagedTable {...table} columns={all} />
}

type Rights = { mayChange: boolean; isSelectable: boolean }

function adminColumns(
  handlers: AdminHandlers,
  { mayChange, isSelectable }: Rights,
): readonly BookingColumn[] {
  const { when, order, patient, tests, status, area, lab, payment } = columns
  return [
    ...(isSelectable ? [selectColumn] : []),
    when,
    order,
    patient,
    tests,
    status,
    area,
    lab,
    { ...payment, meta: { ...payment.meta, from: '2xl' } },
    column(
      'actions',
      mayChange ? columnTexts.actions : columnTexts.more,
      (_, bookings) => <AdminBookingActions bookings={bookings} isCompact {...handlers} />,
      { width: mayChange ? (handlers.more ? 220 : 172) : 68, isSticky: true },
    ),
  ]
}

type AdminSelectionProps = {
  bookings: readonly BookingView[]
  source: BookingSource | undefined
  onAssign: (bookings: readonly BookingView[]) => void
  onClear: () => void
}

/** Those who may not change bookings only export them. */
export function AdminSelection({ bookings, source, onAssign, onClear }: AdminSelectionProps) {
  const mayChange = useMay('manager')
  // the lab of one is that of all people of its visit
  const assignable = bookings
    .filter(canBeAssigned)
    .filter(
      ({ visitId }, index, all) => !visitId || all.findIndex((each) => each.visitId === visitId) === index,
    )
  const pending = bookings.filter(({ status, labPartnerId }) => status === 'pending' && labPartnerId !== null)
  const { run, busy } = useCommand({
    send: () => doWithEach(pending, ({ id }) => changeBookingStatus(id, 'confirmed'), texts.confirmed),
    done: onClear,
    failed: changeStatus.failed,
  })
  return (
    <SelectionBar bookings={bookings} source={source} onClear={onClear}>
      {mayChange && (
        <>
          <Button disabled={assignable.length === 0} onClick={() => onAssign(assignable)}>
            {texts.assign(assignable.length)}
          </Button>
          <Button variant="outline" loading={busy} disabled={pending.length === 0} onClick={() => void run()}>
            {texts.confirm(pending.length)}
          </Button>
        </>
      )}
    </SelectionBar>
  )
}
