import { MapPin, Microscope } from 'lucide-react'
import type { VisitGroup } from '@/components/booking/visits'
import { VisitSummary } from '@/components/staff-bookings/visit-summary'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { Card } from '@/ui/card'
import { IconListItem } from '@/ui/icon-list'
import { AdminBookingActions, type AdminHandlers, namesOf } from './admin-booking-actions'
import { canBeAssigned } from './admin-booking-items'
import { booking as texts } from './texts'

type AdminBookingCardProps = AdminHandlers & {
  /** Of one visit */
  bookings: VisitGroup['bookings']
}

export function AdminBookingCard({ bookings, ...handlers }: AdminBookingCardProps) {
  const [first] = bookings
  const heading = `booking-${first.id}`
  const place = first.area ?? first.city
  const isCancelled = bookings.every(({ status }) => status === 'cancelled')
  return (
    // the cancelled ones step back: the list keeps its order
    <Card className={cn(isCancelled && 'border-dashed bg-sunken shadow-none')}>
      <article
        aria-labelledby={heading}
        className={cn(
          'flex flex-col gap-4 p-4 sm:p-5',
          bookings.length === 1 && 'md:flex-row md:items-center md:justify-between',
        )}
      >
        <VisitSummary
          bookings={bookings}
          headingId={heading}
          unpaidText={texts.unpaid}
          note={texts.booked(instantText(first.createdAt))}
          nameOf={namesOf(bookings)}
        >
          {place && (
            <IconListItem>
              <MapPin aria-hidden />
              {place}
            </IconListItem>
          )}
          <IconListItem>
            <Microscope aria-hidden />
            {(bookings.find(canBeAssigned) ?? first).labPartnerName ?? texts.noLab}
          </IconListItem>
        </VisitSummary>
        <AdminBookingActions bookings={bookings} {...handlers} />
      </article>
    </Card>
  )
}
