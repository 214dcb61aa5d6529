import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useMemo } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import { AdvanceButton } from '@/components/staff-bookings/advance-button'
import type { BookingTableProps } from '@/components/staff-bookings/booking-list'
import { type BookingColumn, column, columns } from '@/components/staff-bookings/table/columns'
import { selectColumn } from '@/components/staff-bookings/table/select-column'
import { columns as columnTexts } from '@/components/staff-bookings/texts'
import { LabBookingMenu } from './lab-booking-menu'
import { advanceStatus } from './texts'

export function LabTable({ onOpen, ...table }: BookingTableProps) {
  const all = useMemo(() => labColumns(onOpen), [onOpen])
  return <PagedTable {...table} columns={all} />
}

function labColumns(onOpen: (id: string) => void): readonly BookingColumn[] {
  const { when, order, patient, tests, area, payment, status } = columns
  const actions = (booking: BookingView) => (
    <span className="flex items-center gap-2">
      <AdvanceButton booking={booking} toasts={advanceStatus} isCompact />
      <span className="ml-auto">
        <LabBookingMenu booking={booking} onOpen={() => onOpen(booking.id)} />
      </span>
    </span>
  )
  return [
    selectColumn,
    when,
    order,
    patient,
    tests,
    area,
    payment,
    status,
    column('actions', columnTexts.actions, actions, { width: 268, isSticky: true }),
  ]
}
