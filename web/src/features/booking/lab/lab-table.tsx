import type { BookingView } from '@jaanch/booking/booking-view'
import { istDate } from '@jaanch/contracts/calendar'
import { FilePlus2, Printer, UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import type { BookingSource } from '@/features/booking/bookings-calls'
import type { BookingTableProps } from '@/features/booking/staff-bookings/booking-list'
import { type BookingColumn, column, columns, selectColumn } from '@/features/booking/staff-bookings/columns'
import { keys } from '@/features/booking/staff-bookings/list-keys'
import { ConfirmSelected, SelectionBar } from '@/features/booking/staff-bookings/selection-bar'
import { patientNameOf, personText } from '@/features/booking/staff-bookings/texts'
import type { VisitGroup } from '@/features/booking/visit/visits'
import { collectors } from '@/features/collection/collectors/texts'
import { roundPath } from '@/lib/paths'
import { useMayInLab } from '@/lib/session/staff'
import { Button, ButtonLink } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Tooltip } from '@/ui/tooltip'
import { LabMenu } from './lab-menu'
import { UpdateStatus, useVisitSteps } from './update-status'

const texts = {
  attachReport: 'Attach Report',
  print: 'Print',
  confirmFailed: 'Error - Failed to update booking status',
}

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
    column('actions', (_, bookings) => <Actions bookings={bookings} {...actions} />, {
      width: 200,
      isSticky: true,
    }),
  ]
}

function Actions({ bookings, onOpen, onReport }: { bookings: VisitGroup['bookings'] } & ActionsProps) {
  const steps = useVisitSteps(bookings)
  const mayReport = useMayInLab('technician', 'pathologist')
  const nameOf = (index: number) => (bookings[index] && patientNameOf(bookings[index])) ?? personText(index)
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

const AssignCollector = lazyDialog(
  async () => (await import('@/features/collection/collectors/collector-dialogs')).AssignCollector,
)

type LabSelectionProps = { bookings: readonly BookingView[]; source: BookingSource; onClear: () => void }

export function LabSelection({ bookings, source, onClear }: LabSelectionProps) {
  const mayAssign = useMayInLab('front-desk')
  const [isAssigning, setAssigning] = useState(false)
  const pending = bookings.filter(({ status }) => status === 'pending')
  // a round is of one day
  const dates = new Set(
    bookings.map(({ scheduledDate, createdAt }) => scheduledDate ?? istDate(new Date(createdAt))),
  )
  const mayCollect = useMayInLab('front-desk', 'collector')
  const mayAdvance = useMayInLab('front-desk', 'technician')
  const date = dates.size === 1 ? [...dates][0] : undefined
  return (
    <SelectionBar bookings={bookings} source={source} onClear={onClear}>
      {mayCollect && date && (
        <ButtonLink
          icon={Printer}
          to={roundPath({ date, only: bookings.map(({ id }) => id) })}
          variant="outline"
        >
          {texts.print}
        </ButtonLink>
      )}
      {mayAssign && (
        <Button icon={UserRound} variant="outline" onClick={() => setAssigning(true)}>
          {collectors.assign}
        </Button>
      )}
      {isAssigning && (
        <AssignCollector bookings={bookings} onDone={onClear} onClose={() => setAssigning(false)} />
      )}
      {mayAdvance && <ConfirmSelected bookings={pending} failed={texts.confirmFailed} onDone={onClear} />}
    </SelectionBar>
  )
}
