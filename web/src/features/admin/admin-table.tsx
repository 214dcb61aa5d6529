import { useMemo } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import type { BookingTableProps } from '@/components/staff-bookings/booking-list'
import { type BookingColumn, column, columns } from '@/components/staff-bookings/table/columns'
import { selectColumn } from '@/components/staff-bookings/table/select-column'
import { columns as columnTexts } from '@/components/staff-bookings/texts'
import { useMay } from '@/lib/session/staff'
import { AdminBookingActions, type AdminHandlers } from './admin-booking-actions'

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
