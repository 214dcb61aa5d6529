import type { BookingView } from '@jaanch/booking/booking-view'
import type { ReactNode } from 'react'
import { otherTestsOf } from '@/components/booking/texts'
import { tubesText } from '@/components/custody/texts'
import type { Column } from '@/components/list/paged-table'
import { UnreadMessages } from '@/features/booking/messages/unread-messages'
import { free, RecollectionBadge } from '@/features/booking/visit/recollections'
import { bookingStatusStyles, StatusBadge } from '@/features/booking/visit/status'
import {
  moneyOfVisit,
  paidText,
  statusOfVisit,
  stepOfVisit,
  type VisitGroup,
} from '@/features/booking/visit/visits'
import { dateText, slotText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { phoneText } from '@/lib/format/phone'
import { Checkbox } from '@/ui/checkbox'
import { LateBadge, OutcomeBadge } from './badges'
import { keys } from './list-keys'
import { columnTexts, orderText, patientNameOf } from './texts'

const texts = {
  one: (order: string) => `Select ${order}`,
  all: 'Select all shown',
  instant: 'Instant',
  due: 'due',
  noLab: 'No lab yet',
  none: '–',
}

export type BookingColumn = Column<VisitGroup>

type ColumnOptions = Partial<BookingColumn['meta']>

/** @param id also its key among the columns that a user has hidden @param cell renders the bookings of one visit */
export function column(
  id: keyof typeof columnTexts,
  cell: (first: BookingView, bookings: VisitGroup['bookings']) => ReactNode,
  { label = columnTexts[id], ...options }: ColumnOptions = {},
): BookingColumn {
  return {
    id,
    header: () => label,
    cell: ({ row: { original } }) => cell(original.bookings[0], original.bookings),
    meta: { label, ...options },
  }
}

const strong = 'font-semibold tabular-nums'

/** The columns that labs and admins share: up to two short lines in a row of 44 px. */
export const columns = {
  when: column(
    'when',
    (booking) => (
      <Lines first={dateText(booking.scheduledDate ?? booking.createdAt)} second={slotOf(booking)} />
    ),
    { width: 136 },
  ),
  order: column(
    'order',
    (booking, bookings) => (
      <Lines
        first={<span className={strong}>{orderText(booking)}</span>}
        second={<RowMarks bookings={bookings} />}
      />
    ),
    { width: 140 },
  ),
  patient: column(
    'patient',
    ({ contactNumber, ...booking }, { length }) => (
      <Lines
        first={withMore(patientNameOf(booking) ?? texts.none, length)}
        second={
          contactNumber && (
            <a href={`tel:${contactNumber}`} className="tabular-nums hover:underline">
              {phoneText(contactNumber)}
            </a>
          )
        }
      />
    ),
    { width: 140 },
  ),
  tests: column('tests', (_, bookings) => {
    const tests = bookings.flatMap((booking) => [booking.packageName, ...otherTestsOf(booking)])
    const tubes = bookings.map(({ tubeCount }) => tubeCount)
    return (
      <Lines
        first={tests.join(', ')}
        second={
          tubes.every((count) => typeof count === 'number') &&
          tubesText(tubes.reduce((sum, count) => sum + count, 0))
        }
      />
    )
  }),
  area: column('area', ({ area, city }) => <Lines first={area ?? city} />, {
    width: 112,
    from: 'xl',
  }),
  payment: column(
    'payment',
    (booking, bookings) => {
      if (booking.recollection) return <Lines first={free} />
      const { total, due } = moneyOfVisit(bookings)
      return (
        <Lines
          first={<span className={strong}>{rupeesText(due || total)}</span>}
          second={due > 0 ? texts.due : paidText(booking, '')}
        />
      )
    },
    { width: 76, from: 'xl' },
  ),
  status: column('status', (_, bookings) => <Status bookings={bookings} />, { width: 168 }),
  lab: column('lab', ({ labPartnerName }) => <Lines first={labPartnerName ?? texts.noLab} />),
} as const

/** @returns 'Asha Patel', or 'Asha Patel + 2' for a visit of three */
function withMore(name: string, people: number): string {
  return people > 1 ? `${name} + ${people - 1}` : name
}

/** The status of a visit, and the one that comes next. */
function Status({ bookings }: { bookings: VisitGroup['bookings'] }) {
  const status = statusOfVisit(bookings)
  const next = stepOfVisit(bookings)?.to
  return (
    <span className="grid justify-items-start leading-4">
      <StatusBadge status={status} />
      {next && (
        <span className="pl-2 text-ink-soft" aria-hidden>
          → {bookingStatusStyles[next].label}
        </span>
      )}
    </span>
  )
}

function RowMarks({ bookings }: { bookings: VisitGroup['bookings'] }) {
  return (
    <span className="flex gap-1 empty:hidden">
      {bookings.map((booking) => (
        <RecollectionBadge key={booking.id} booking={booking} />
      ))}
      <LateBadge bookings={bookings} />
      <OutcomeBadge bookings={bookings} />
      {bookings.map(({ id }) => (
        <UnreadMessages key={id} bookingId={id} />
      ))}
    </span>
  )
}

/** Texts that do not fit are cut, and whole in their tooltip. */
function Lines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <>
      <span className="block truncate" title={typeof first === 'string' ? first : undefined}>
        {first || texts.none}
      </span>
      {second && <span className="block truncate text-ink-soft">{second}</span>}
    </>
  )
}

function slotOf({ collectionType, scheduledTime }: BookingView): string {
  if (collectionType === 'instant') return texts.instant
  return scheduledTime ? slotText(scheduledTime) : ''
}

/** The checkboxes that select several bookings */
export const selectColumn: BookingColumn = {
  id: 'select',
  meta: { label: texts.all, width: 44 },
  header: ({ table }) => (
    <Box
      label={texts.all}
      checked={table.getIsAllRowsSelected()}
      onChange={(next) => table.toggleAllRowsSelected(next)}
    />
  ),
  cell: ({ row }) => (
    <Box
      label={texts.one(orderText(row.original.bookings[0]))}
      checked={row.getIsSelected()}
      shortcut={keys.select}
      onChange={(next) => row.toggleSelected(next)}
    />
  ),
}

type BoxProps = { label: string; checked: boolean; shortcut?: string; onChange: (next: boolean) => void }

function Box({ label, checked, shortcut, onChange }: BoxProps) {
  return (
    <Checkbox checked={checked} onChange={onChange} shortcut={shortcut} className="w-fit gap-0">
      <span className="sr-only">{label}</span>
    </Checkbox>
  )
}
