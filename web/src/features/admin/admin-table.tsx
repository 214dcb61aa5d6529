import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useMemo } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import type { BookingTableProps } from '@/components/staff-bookings/booking-list'
import { type BookingColumn, column, columns } from '@/components/staff-bookings/table/columns'
import { selectColumn } from '@/components/staff-bookings/table/select-column'
import { columns as columnTexts } from '@/components/staff-bookings/texts'
import { AdminBookingActions } from './admin-booking-actions'

type AdminTableProps = BookingTableProps & { onAssign: (booking: BookingView) => void }

export function AdminTable({ onOpen, onAssign, ...table }: AdminTableProps) {
  const all = useMemo(() => adminColumns(onOpen, onAssign), [onOpen, onAssign])
  return <PagedTable {...table} columns={all} />
}

function adminColumns(
  onOpen: (id: string) => void,
  onAssign: (booking: BookingView) => void,
): readonly BookingColumn[] {
  const { when, order, patient, tests, status, area, lab, payment } = columns
  const actions = (booking: BookingView) => (
    <AdminBookingActions
      booking={booking}
      isCompact
      onAssign={() => onAssign(booking)}
      onOpen={() => onOpen(booking.id)}
    />
  )
  return [
    selectColumn,
    when,
    order,
    patient,
    tests,
    status,
    area,
    lab,
    payment,
    column('actions', columnTexts.actions, actions, { width: 172, isSticky: true }),
  ]
}
