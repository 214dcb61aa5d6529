import type { BookingView } from '@jaanch/booking/booking-view'
import { CalendarClock, Users, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { numberText, testsText, visitHeading, visitText, whenText } from '@/components/booking/texts'
import { UnreadMessages } from '@/features/booking/messages/unread-messages'
import { amountText, RecollectionBadge } from '@/features/booking/visit/recollections'
import { ReportReadyBadge, StatusBadge } from '@/features/booking/visit/status'
import {
  isComing,
  moneyOfVisit,
  paidText,
  statusOfVisit,
  type VisitGroup,
} from '@/features/booking/visit/visits'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { StyledBadge } from '@/ui/badge'
import { IconList, IconListItem } from '@/ui/icon-list'
import { LateBadge, OutcomeBadge } from './badges'

const texts = {
  name: (id: string) => `Visit #${id}`,
  people: 'People of the visit',
  paid: 'paid',
  due: (amount: string, unpaid: string) => `${amount} ${unpaid}`,
}

type VisitSummaryProps = {
  bookings: VisitGroup['bookings']
  headingId: string
  unpaidText: string
  /** Shown for each booking in a visit of several */
  nameOf: (index: number) => string
  badge?: ReactNode
  note?: string
  /** Further facts, of all */
  children?: ReactNode
  /** The actions for one person */
  actionOf?: (index: number) => ReactNode
}

const metaClassName = 'text-ink-soft text-xs tabular-nums'

/** A booking on the card of staff, or a visit of several people: each with tests and status, and what is to be paid for all. */
export function VisitSummary({
  bookings,
  headingId,
  unpaidText,
  nameOf,
  badge,
  note,
  children,
  actionOf,
}: VisitSummaryProps) {
  const [first] = bookings
  const isOfSeveral = bookings.length > 1
  return (
    <div className={cn('min-w-0', isOfSeveral && 'grow')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {badge}
        <StatusBadge status={statusOfVisit(bookings)} />
        {!isOfSeveral && <ReportReadyBadge booking={first} />}
        {!isOfSeveral && <RecollectionBadge booking={first} />}
        <LateBadge bookings={bookings} />
        <OutcomeBadge bookings={bookings} />
        {isOfSeveral ? (
          <span className={metaClassName}>{texts.name(shortId(first.visitId ?? first.id))}</span>
        ) : (
          <BookingMarks booking={first} />
        )}
        {note && <span className={metaClassName}>{note}</span>}
      </div>
      <h3 id={headingId} className="mt-1.5 font-semibold text-base">
        {isOfSeveral ? visitHeading(bookings.filter(isComing).length || bookings.length) : testsText(first)}
      </h3>
      <IconList className="mt-1 flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
        <IconListItem icon={CalendarClock}>{whenText(first)}</IconListItem>
        <IconListItem icon={Wallet}>
          <span className="sr-only">Amount </span>
          {isOfSeveral ? (
            <VisitMoney bookings={bookings} unpaidText={unpaidText} />
          ) : (
            <BookingMoney booking={first} unpaidText={unpaidText} />
          )}
        </IconListItem>
        {children}
      </IconList>
      {isOfSeveral && (
        <ul aria-label={texts.people} className="mt-3 grid gap-px overflow-hidden rounded-lg border bg-line">
          {bookings.map((booking, index) => (
            <li
              key={booking.id}
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 bg-surface px-3 py-1.5"
            >
              <span className="min-w-0 grow basis-52">
                <span className="font-semibold">{nameOf(index)}</span>, {testsText(booking)}{' '}
                <span className={metaClassName}>#{shortId(booking.id)}</span>
              </span>
              <span className={metaClassName}>
                {rupeesText(booking.finalAmount)} {paidText(booking, '')}
              </span>
              <UnreadMessages bookingId={booking.id} />
              <StatusBadge status={booking.status} />
              <ReportReadyBadge booking={booking} />
              {actionOf?.(index)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The numbers of a booking, and the visit that it belongs to. */
function BookingMarks({ booking }: { booking: BookingView }) {
  const visit = visitText(booking)
  return (
    <>
      {booking.orderNumber && <span className={metaClassName}>{numberText(booking)}</span>}
      <span className={metaClassName}>#{shortId(booking.id)}</span>
      {visit && <StyledBadge label={visit} variant="info" icon={Users} />}
      <UnreadMessages bookingId={booking.id} />
    </>
  )
}

function VisitMoney({ bookings, unpaidText }: Pick<VisitSummaryProps, 'bookings' | 'unpaidText'>) {
  const { total, due } = moneyOfVisit(bookings)
  const held = bookings.find((each) => isComing(each) && each.paymentStatus !== 'paid')
  const paid = held ? paidText(held, unpaidText) : texts.paid
  const unpaid = due === total ? unpaidText : texts.due(rupeesText(due), unpaidText)
  return (
    <>
      <span className="font-semibold text-ink">{rupeesText(total)}</span>
      <span>{due === 0 ? paid : unpaid}</span>
    </>
  )
}

function BookingMoney({ booking, unpaidText }: { booking: BookingView; unpaidText: string }) {
  // nobody pays for what was cancelled
  const isCounted = booking.paymentStatus === 'paid' || booking.status !== 'cancelled'
  return (
    <>
      <span className="font-semibold text-ink">{amountText(booking)}</span>
      {!booking.recollection && isCounted && <span>{paidText(booking, unpaidText)}</span>}
    </>
  )
}
