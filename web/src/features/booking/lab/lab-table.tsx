import type { BookingView } from '@jaanch/booking/booking-view'
import { istDate } from '@jaanch/contracts/calendar'
import { FilePlus2, Printer, UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { PagedTable } from '@/components/list/paged-table'
import { useCommand } from '@/components/use-command'
import { type BookingSource, changeBookingStatus } from '@/features/booking/bookings-calls'
import type { BookingTableProps } from '@/features/booking/staff-bookings/booking-list'
import { patientNameOf } from '@/features/booking/staff-bookings/booking-names'
import { doWithEach, SelectionBar } from '@/features/booking/staff-bookings/selection-bar'
import { keys } from '@/features/booking/staff-bookings/shortcut-keys'
import {
  type BookingColumn,
  column,
  columns,
  selectColumn,
} from '@/features/booking/staff-bookings/table/columns'
import {
  columns as columnTexts,
  selection as selectionTexts,
  visit as visitTexts,
} from '@/features/booking/staff-bookings/texts'
import type { VisitGroup } from '@/features/booking/visit/visits'
import { collectors as collectorTexts } from '@/features/collection/collectors/texts'
import { roundPath } from '@/lib/paths'
import { useMayInLab } from '@/lib/session/staff'
import { Button, ButtonLink } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Tooltip } from '@/ui/tooltip'
import { LabMenu } from './lab-menu'
import { advanceStatus, list as listTexts, booking as texts } from './texts'
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
  const { run, busy } = useCommand({
    send: () =>
      doWithEach(pending, ({ id }) => changeBookingStatus(id, 'confirmed'), selectionTexts.confirmed),
    done: onClear,
    failed: advanceStatus.failed,
  })
  return (
    <SelectionBar bookings={bookings} source={source} onClear={onClear}>
      {mayCollect && date && (
        <ButtonLink
          icon={Printer}
          to={roundPath({ date, only: bookings.map(({ id }) => id) })}
          variant="outline"
        >
          {listTexts.printRound}
        </ButtonLink>
      )}
      {mayAssign && (
        <Button icon={UserRound} variant="outline" onClick={() => setAssigning(true)}>
          {collectorTexts.assign}
        </Button>
      )}
      {isAssigning && (
        <AssignCollector bookings={bookings} onDone={onClear} onClose={() => setAssigning(false)} />
      )}
      {mayAdvance && (
        <Button loading={busy} disabled={pending.length === 0} onClick={() => void run()}>
          {selectionTexts.confirm(pending.length)}
        </Button>
      )}
    </SelectionBar>
  )
}
