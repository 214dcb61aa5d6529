import { useMemo } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import type { BookingTableProps } from '@/components/staff-bookings/booking-list'
import { type BookingColumn, column, columns } from '@/components/staff-bookings/table/columns'
import { selectColumn } from '@/components/staff-bookings/table/select-column'
import { columns as columnTexts } from '@/components/staff-bookings/texts'
import { AdminBookingActions, type AdminHandlers } from './admin-booking-actions'

type AdminTableProps = BookingTableProps & AdminHandlers

export function AdminTable({ onOpen, onAssign, onHandled, onReport, more, ...table }: AdminTableProps) {
  const all = useMemo(
    () => adminColumns({ onOpen, onAssign, onHandled, onReport, more }),
    [onOpen, onAssign, onHandled, onReport, more],
  )
  return <PagedTable {...table} columns={all} />
}

function adminColumns(handlers: AdminHandlers): readonly BookingColumn[] {
  const { when, order, patient, tests, status, area, lab, payment } = columns
  return [
    selectColumn,
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
      columnTexts.actions,
      (_, bookings) => <AdminBookingActions bookings={bookings} isCompact {...handlers} />,
      { width: handlers.more ? 220 : 172, isSticky: true },
    ),
  ]
}
