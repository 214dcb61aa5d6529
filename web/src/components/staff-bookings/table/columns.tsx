import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { ReactNode } from 'react'
import { StatusBadge } from '@/components/booking/status'
import { otherTestsOf } from '@/components/booking/texts'
import type { Column } from '@/components/list/paged-table'
import { dateText, slotText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { phoneText } from '@/lib/format/phone'
import { shortId } from '@/lib/format/text'
import { isLate } from '../slot-headings'
import { cells as cellTexts, columns as texts } from '../texts'

export type BookingColumn = Column<BookingView>

type ColumnOptions = { width?: number; isSticky?: boolean }

/** @param id also its key among the columns that a user has hidden */
export function column(
  id: string,
  label: string,
  cell: (booking: BookingView) => ReactNode,
  options: ColumnOptions = {},
): BookingColumn {
  return {
    id,
    header: () => label,
    cell: ({ row }) => cell(row.original),
    meta: { label, ...options },
  }
}

/** What people read out: its order number, or the beginning of its id as long as it has none */
export function orderText({ orderNumber, id }: Pick<BookingView, 'orderNumber' | 'id'>): string {
  return orderNumber ?? `#${shortId(id)}`
}

const strong = 'font-semibold tabular-nums'

/** The columns that labs and admins share: up to two short lines in a row of 44 px. */
export const columns = {
  when: column(
    'when',
    texts.when,
    (booking) => (
      <Lines first={dateText(booking.scheduledDate ?? booking.createdAt)} second={slotOf(booking)} />
    ),
    { width: 140 },
  ),
  order: column(
    'order',
    texts.order,
    (booking) => (
      <Lines
        first={<span className={strong}>{orderText(booking)}</span>}
        second={
          isLate(booking, new Date()) && <span className="font-semibold text-error">{cellTexts.late}</span>
        }
      />
    ),
    { width: 128 },
  ),
  patient: column(
    'patient',
    texts.patient,
    ({ patientName, familyMember, contactNumber }) => (
      <Lines
        first={patientName ?? familyMember?.name}
        second={
          contactNumber && (
            <a href={`tel:${contactNumber}`} className="tabular-nums hover:underline">
              {phoneText(contactNumber)}
            </a>
          )
        }
      />
    ),
    { width: 150 },
  ),
  tests: column('tests', texts.tests, (booking) => (
    <Lines
      first={[booking.packageName, ...otherTestsOf(booking)].join(', ')}
      second={typeof booking.tubeCount === 'number' && cellTexts.tubes(booking.tubeCount)}
    />
  )),
  area: column('area', texts.area, ({ area, city }) => <Lines first={area ?? city} />, { width: 132 }),
  payment: column(
    'payment',
    texts.payment,
    ({ finalAmount, paymentStatus, status }) => {
      const isDue = paymentStatus !== 'paid' && status !== 'cancelled'
      return (
        <Lines
          first={<span className={strong}>{rupeesText(finalAmount)}</span>}
          second={isDue ? cellTexts.due : paymentStatus === 'paid' && cellTexts.paid}
        />
      )
    },
    { width: 84 },
  ),
  status: column('status', texts.status, ({ status }) => <StatusBadge status={status} />, { width: 156 }),
  lab: column('lab', texts.lab, ({ labPartnerName }) => <Lines first={labPartnerName ?? cellTexts.noLab} />),
} as const

type LinesProps = { first: ReactNode; second?: ReactNode }

/** Texts are cut where they do not fit, and whole in their tooltip. */
function Lines({ first, second }: LinesProps) {
  return (
    <>
      <span className="block truncate" title={typeof first === 'string' ? first : undefined}>
        {first || cellTexts.none}
      </span>
      {second && <span className="block truncate text-ink-soft">{second}</span>}
    </>
  )
}

function slotOf({ collectionType, scheduledTime }: BookingView): string {
  if (collectionType === 'instant') return cellTexts.instant
  return scheduledTime ? slotText(scheduledTime) : ''
}
