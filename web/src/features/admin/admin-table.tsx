import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useMemo } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import type { BookingTableProps } from '@/components/staff-bookings/booking-list'
import { type BookingColumn, column, columns } from '@/components/staff-bookings/table/columns'
import { selectColumn } from '@/components/staff-bookings/table/select-column'
import { columns as columnTexts } from '@/components/staff-bookings/texts'
import { AdminBookingActions, type Inbox } from './admin-booking-actions'

type AdminTableProps = BookingTableProps & Inbox & { onAssign: (booking: BookingView) => void }

export function AdminTable({ onOpen, onAssign, onHandled, more, ...table }: AdminTableProps) {
  const all = useMemo(
    () => adminColumns({ onOpen, onAssign, onHandled, more }),
    [onOpen, onAssign, onHandled, more],
  )
  return <PagedTable {...table} columns={all} />
}

function adminColumns({
  onOpen,
  onAssign,
  ...inbox
}: Pick<AdminTableProps, 'onOpen' | 'onAssign'> & Inbox): readonly BookingColumn[] {
  const { when, order, patient, tests, status, area, lab, payment } = columns
  const actions = (booking: BookingView) => (
    <AdminBookingActions
      booking={booking}
      isCompact
      {...inbox}
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
    column('actions', columnTexts.actions, actions, { width: inbox.more ? 220 : 172, isSticky: true }),
  ]
}
