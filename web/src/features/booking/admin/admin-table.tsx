import type { BookingView } from '@jaanch/booking/booking-view'
import { useMemo } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import type { BookingSource } from '@/features/booking/bookings-calls'
import type { BookingTableProps } from '@/features/booking/staff-bookings/booking-list'
import { type BookingColumn, column, columns, selectColumn } from '@/features/booking/staff-bookings/columns'
import { ConfirmSelected, SelectionBar } from '@/features/booking/staff-bookings/selection-bar'
import { columnTexts } from '@/features/booking/staff-bookings/texts'
import { isBeforeCollection } from '@/features/booking/visit/status'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { AdminBookingActions, type AdminHandlers, changeStatusTexts } from './admin-booking-actions'

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
    column('actions', (_, bookings) => <AdminBookingActions bookings={bookings} isCompact {...handlers} />, {
      label: mayChange ? columnTexts.actions : columnTexts.more,
      width: mayChange ? (handlers.more ? 220 : 172) : 68,
      isSticky: true,
    }),
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
    .filter(isBeforeCollection)
    .filter(
      ({ visitId }, index, all) => !visitId || all.findIndex((each) => each.visitId === visitId) === index,
    )
  const pending = bookings.filter(({ status, labPartnerId }) => status === 'pending' && labPartnerId !== null)
  return (
    <SelectionBar bookings={bookings} source={source} onClear={onClear}>
      {mayChange && (
        <>
          <Button disabled={assignable.length === 0} onClick={() => onAssign(assignable)}>
            Assign Lab to {assignable.length}
          </Button>
          <ConfirmSelected
            bookings={pending}
            variant="outline"
            failed={changeStatusTexts.failed}
            onDone={onClear}
          />
        </>
      )}
    </SelectionBar>
  )
}
