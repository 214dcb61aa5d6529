import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarClock, CircleX, MapPin, Microscope, StepForward, Wallet } from 'lucide-react'
import { useState } from 'react'
import { cancelDialogTexts } from '@/components/booking/cancel-dialog-texts'
import { nextStatus } from '@/components/booking/next-status'
import { StatusBadge } from '@/components/booking/status-badge'
import { whenText } from '@/components/booking/when-text'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { changeBookingStatus } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast-store'

type AdminBookingCardProps = { booking: BookingView; onAssign: () => void; onOpen: () => void }

/** A lab can be set or changed, and the booking cancelled, until sample collection begins. */
function isOpen({ status }: BookingView): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'pending_customer_confirmation'
}

export function AdminBookingCard({ booking, onAssign, onOpen }: AdminBookingCardProps) {
  const [asking, setAsking] = useState(false)
  const next = nextStatus(booking.status)
  const heading = `booking-${booking.id}`

  async function move(status: BookingView['status']) {
    try {
      await changeBookingStatus(booking.id, status)
      toast.success('Booking status updated successfully')
    } catch {
      toast.error('Failed to update booking status')
    }
  }

  return (
    <Card>
      <article
        aria-labelledby={heading}
        className="flex flex-col gap-4 p-4 sm:p-5 md:flex-row md:items-center md:justify-between"
      >
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusBadge status={booking.status} />
            <span className="text-ink-soft text-xs tabular-nums">#{shortId(booking.id)}</span>
            <span className="text-ink-soft text-xs tabular-nums">
              Booked {instantText(booking.createdAt)}
            </span>
          </div>
          <h3 id={heading} className="mt-1.5 font-semibold text-base">
            {booking.packageName}
          </h3>
          <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-xs tabular-nums [&_svg]:size-4 [&_svg]:text-brand-ink">
            <li className="flex items-center gap-1.5">
              <CalendarClock aria-hidden />
              {whenText(booking)}
            </li>
            <li className="flex items-center gap-1.5">
              <Wallet aria-hidden />
              <span className="sr-only">Amount </span>
              <span className="font-semibold text-ink">{rupeesText(booking.finalAmount)}</span>
              <span>{booking.paymentStatus === 'paid' ? 'paid' : 'due'}</span>
            </li>
            {booking.city && (
              <li className="flex items-center gap-1.5">
                <MapPin aria-hidden />
                {booking.city}
              </li>
            )}
            <li className="flex items-center gap-1.5">
              <Microscope aria-hidden />
              {booking.labPartnerName ?? 'No lab yet'}
            </li>
          </ul>
        </div>
        <div className="flex items-center gap-2">
          {isOpen(booking) && (
            <Button
              variant={booking.labPartnerId ? 'outline' : 'primary'}
              className="max-md:grow"
              onClick={onAssign}
            >
              {booking.labPartnerId ? 'Change Lab' : 'Assign Lab'}
            </Button>
          )}
          <span className="ml-auto">
            <BookingMenu
              booking={booking}
              onOpen={onOpen}
              more={[
                {
                  label: 'Update Status',
                  icon: StepForward,
                  disabled: !next,
                  onSelect: () => next && void move(next),
                },
                {
                  label: 'Cancel Booking',
                  icon: CircleX,
                  disabled: !isOpen(booking),
                  onSelect: () => setAsking(true),
                },
              ]}
            />
          </span>
        </div>
      </article>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        {...cancelDialogTexts(booking)}
        onConfirm={() => void move('cancelled')}
      />
    </Card>
  )
}
