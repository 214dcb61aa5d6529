import type { BookingView } from '@jaanch/booking/booking-view'
import { FilePlus2 } from 'lucide-react'
import { useMemo } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import type { BookingTableProps } from '@/features/booking/staff-bookings/booking-list'
import { patientNameOf } from '@/features/booking/staff-bookings/booking-names'
import { keys } from '@/features/booking/staff-bookings/shortcut-keys'
import {
  type BookingColumn,
  column,
  columns,
  selectColumn,
} from '@/features/booking/staff-bookings/table/columns'
import { columns as columnTexts, visit as visitTexts } from '@/features/booking/staff-bookings/texts'
import type { VisitGroup } from '@/features/booking/visit/visits'
import { useMayInLab } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { Tooltip } from '@/ui/tooltip'
import { LabMenu } from './lab-menu'
import { booking as texts } from './texts'
import { UpdateStatus, useVisitSteps } from './update-status'

type LabTableProps = BookingTableProps & { onReport: (booking: BookingView) => void }

export function LabTable({ onOpen, onReport, ...table }: LabTableProps) {
  const all = useMemo(() => labColumns({ onOpen, onReport }), [onOpen, onReport])
  return <PagedTable {...table} columns={all} />
}

type ActionsProps = Pick<LabTableProps, 'onOpen' | 'onReport'>

function labColumns(actions: ActionsProps): readonly BookingColumn[] {
  const { when, order, patient, tests, area, payment, status } = columns
  return [
    selectColumn,
    when,
    order,
    patient,
    tests,
    area,
    payment,
    status,
    column('actions', columnTexts.actions, (_, bookings) => <Actions bookings={bookings} {...actions} />, {
      width: 200,
      isSticky: true,
    }),
  ]
}

function Actions({ bookings, onOpen, onReport }: { bookings: VisitGroup['bookings'] } & ActionsProps) {
  const steps = useVisitSteps(bookings)
  const mayReport = useMayInLab('technician', 'pathologist')
  const nameOf = (index: number) =>
    (bookings[index] && patientNameOf(bookings[index])) ?? visitTexts.person(index)
  const awaited = bookings.find(
    ({ status, reportReleasedAt }) => status === 'lab-processing' && reportReleasedAt === null,
  )
  return (
    <span className="flex items-center gap-2">
      {mayReport && awaited && (
        <Tooltip content={texts.attachReport}>
          <Button
            icon={FilePlus2}
            size="sm"
            variant="outline"
            className="px-2 pointer-fine:sm:min-h-8"
            aria-label={texts.attachReport}
            aria-keyshortcuts={keys.report}
            onClick={() => onReport(awaited)}
          />
        </Tooltip>
      )}
      <UpdateStatus steps={steps} bookings={bookings} isCompact />
      <span className="ml-auto">
        <LabMenu
          canDecline
          bookings={bookings}
          nameOf={nameOf}
          onOpen={onOpen}
          onReport={onReport}
          more={bookings.length > 1 ? steps.ofEach(nameOf) : []}
        />
      </span>
    </span>
  )
}
