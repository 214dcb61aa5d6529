import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { offersReport, StatusBadge } from '@/components/booking/status'
import { numberText, patientText, testsText, whenText } from '@/components/booking/texts'
import { VisitCard } from '@/components/booking/visit-card'
import { groupVisits, type Visit } from '@/components/booking/visits'
import { ShowMore } from '@/components/list/show-more'
import { rupeesText } from '@/lib/format/numbers'
import { bookingPathFor, paths, reportOfPath } from '@/lib/paths'
import { useOwnBookings } from '@/lib/resources/bookings'
import { ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Named } from '@/ui/named'
import { SkeletonList } from '@/ui/skeleton'
import { ownBookings as texts } from './texts'

export function OwnBookings() {
  const list = useOwnBookings()
  const { rows, loading } = list
  if (loading)
    return <SkeletonList count={4} className="grid grid-cols-1 gap-3" itemClassName="h-28 sm:h-24" />
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={CalendarPlus}
        title={texts.none}
        action={<ButtonLink to={paths.tests}>{texts.browse}</ButtonLink>}
      >
        {texts.noneText}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {groupVisits(rows, list.hasMore).map((visit) => (
          <li key={visit.id} className="min-w-0 animate-rise">
            <OwnVisit visit={visit} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  )
}

function OwnVisit({ visit }: { visit: Visit }) {
  const isInVisit = visit.bookings.length > 1
  const rows = visit.bookings.map((booking) => (
    <OwnBooking key={booking.id} booking={booking} isInVisit={isInVisit} />
  ))
  return isInVisit ? <VisitCard visit={visit}>{rows}</VisitCard> : rows
}

type OwnBookingProps = { booking: BookingView; isInVisit: boolean }

function OwnBooking({ booking, isInVisit }: OwnBookingProps) {
  const Heading = isInVisit ? 'h3' : 'h2'
  const heading = `own-booking-${booking.id}`
  return (
    <Card className="relative p-4 transition-colors hover:border-brand sm:px-5">
      <article aria-labelledby={heading} className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <Heading id={heading} className="font-semibold">
            {/* The link covers the card; the report link lies above it */}
            <Link
              to={bookingPathFor('customer', booking.id)}
              className="after:absolute after:inset-0 after:rounded-xl"
            >
              {testsText(booking)}
            </Link>
          </Heading>
          <p className="text-ink-soft text-xs tabular-nums">
            {whenText(booking)} · {patientText(booking.familyMember)} · {numberText(booking)}
          </p>
        </div>
        <span className="sm:w-44">
          <StatusBadge status={booking.status} />
        </span>
        <span className="font-semibold tabular-nums max-sm:ml-auto sm:w-20 sm:text-right">
          {rupeesText(booking.finalAmount)}
        </span>
        <span className="flex justify-end max-sm:w-full max-sm:empty:hidden sm:w-28">
          {offersReport(booking) && (
            <ButtonLink
              variant="soft"
              size="sm"
              to={reportOfPath(booking.id)}
              className="relative max-sm:w-full"
            >
              <Named of={testsText(booking)}>{texts.report}</Named>
            </ButtonLink>
          )}
        </span>
      </article>
    </Card>
  )
}
