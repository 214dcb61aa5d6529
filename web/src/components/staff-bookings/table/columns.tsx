import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { ReactNode } from 'react'
import { StatusBadge } from '@/components/booking/status'
import { otherTestsOf } from '@/components/booking/texts'
import type { Column } from '@/components/list/paged-table'
import { dateText, slotText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { phoneText } from '@/lib/format/phone'
import { shortId } from '@/lib/format/text'
import { Badge } from '@/ui/badge'
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

/** The columns that labs and admins share. */
export const columns = {
  when: column(
    'when',
    texts.when,
    (booking) => (
      <span className="flex items-center gap-2 tabular-nums">
        {whenShort(booking)}
        {isLate(booking, new Date()) && <Badge variant="error">{cellTexts.late}</Badge>}
      </span>
    ),
    { width: 200 },
  ),
  order: column('order', texts.order, (booking) => <span className={strong}>{orderText(booking)}</span>, {
    width: 136,
  }),
  patient: column('patient', texts.patient, ({ patientName, familyMember }) => (
    <Text>{patientName ?? familyMember?.name}</Text>
  )),
  tests: column('tests', texts.tests, (booking) => (
    <Text>{[booking.packageName, ...otherTestsOf(booking)].join(', ')}</Text>
  )),
  tubes: column(
    'tubes',
    texts.tubes,
    ({ tubeCount }) => <span className="tabular-nums">{tubeCount ?? cellTexts.none}</span>,
    { width: 60 },
  ),
  area: column('area', texts.area, ({ area, city }) => <Text>{area ?? city}</Text>, { width: 150 }),
  phone: column(
    'phone',
    texts.phone,
    ({ contactNumber }) =>
      contactNumber ? (
        <a href={`tel:${contactNumber}`} className="tabular-nums underline underline-offset-4">
          {phoneText(contactNumber)}
        </a>
      ) : (
        cellTexts.none
      ),
    { width: 150 },
  ),
  payment: column(
    'payment',
    texts.payment,
    ({ finalAmount, paymentStatus, status }) => (
      <span className="tabular-nums">
        {paymentStatus === 'paid' || status === 'cancelled' ? (
          <span className="text-ink-soft">
            {rupeesText(finalAmount)} {paymentStatus === 'paid' && cellTexts.paid}
          </span>
        ) : (
          <span className="font-semibold">
            {rupeesText(finalAmount)} {cellTexts.due}
          </span>
        )}
      </span>
    ),
    { width: 110 },
  ),
  status: column('status', texts.status, ({ status }) => <StatusBadge status={status} />, { width: 176 }),
} as const

/** A text that is cut where it does not fit, and whole in its tooltip. */
function Text({ children }: { children: string | null | undefined }) {
  if (!children) return cellTexts.none
  return (
    <span className="block truncate" title={children}>
      {children}
    </span>
  )
}

function whenShort({ collectionType, scheduledDate, scheduledTime, createdAt }: BookingView): string {
  const day = dateText(scheduledDate ?? createdAt).replace(/ \d{4}$/, '')
  if (collectionType === 'instant') return `${day}, ${cellTexts.instant}`
  return scheduledTime ? `${day}, ${slotText(scheduledTime)}` : day
}
