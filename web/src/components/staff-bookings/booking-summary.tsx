import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { CalendarClock, Users, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { RecollectionBadge } from '@/components/booking/booking-recollections'
import { amountText } from '@/components/booking/recollection-texts'
import { ReportReadyBadge, StatusBadge } from '@/components/booking/status'
import { numberText, testsText, visitText, whenText } from '@/components/booking/texts'
import { paidText } from '@/components/booking/visits'
import { UnreadMessages } from '@/components/messages/unread-messages'
import { shortId } from '@/lib/format/text'
import { Badge } from '@/ui/badge'
import { IconList, IconListItem } from '@/ui/icon-list'
import { LateBadge } from './late-badge'
import { OutcomeBadge } from './outcome-badge'

type StaffBookingSummaryProps = {
  booking: BookingView
  headingId: string
  unpaidText: string
  badge?: ReactNode
  note?: string
  children?: ReactNode
}

export function StaffBookingSummary({
  booking,
  headingId,
  unpaidText,
  badge,
  note,
  children,
}: StaffBookingSummaryProps) {
  const visit = visitText(booking)
  const metaClassName = 'text-ink-soft text-xs tabular-nums'
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {badge}
        <StatusBadge status={booking.status} />
        <ReportReadyBadge booking={booking} />
        <RecollectionBadge booking={booking} />
        <LateBadge bookings={[booking]} />
        <OutcomeBadge bookings={[booking]} />
        {booking.orderNumber && <span className={metaClassName}>{numberText(booking)}</span>}
        <span className={metaClassName}>#{shortId(booking.id)}</span>
        {visit && (
          <Badge variant="info" icon={Users}>
            {visit}
          </Badge>
        )}
        <UnreadMessages bookingId={booking.id} />
        {note && <span className={metaClassName}>{note}</span>}
      </div>
      <h3 id={headingId} className="mt-1.5 font-semibold text-base">
        {testsText(booking)}
      </h3>
      <IconList className="mt-1 flex flex-wrap gap-x-5 gap-y-1 tabular-nums">
        <IconListItem>
          <CalendarClock aria-hidden />
          {whenText(booking)}
        </IconListItem>
        <IconListItem>
          <Wallet aria-hidden />
          <span className="sr-only">Amount </span>
          <span className="font-semibold text-ink">{amountText(booking)}</span>
          {/* nobody pays for what was cancelled */}
          {!booking.recollection && (booking.paymentStatus === 'paid' || booking.status !== 'cancelled') && (
            <span>{paidText(booking, unpaidText)}</span>
          )}
        </IconListItem>
        {children}
      </IconList>
    </div>
  )
}
