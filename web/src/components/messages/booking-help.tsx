import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { whyMessagesClosed } from '@jaanch/domain/booking/collection-window'
import { testsText } from '@/components/booking/texts'
import { SupportContact } from '@/ui/support-contact'
import { BookingMessages } from './booking-messages'
import { help as texts } from './texts'

/** At the end of a customer's card: how to pay what is due, and whom to ask, also in a message. */
export function BookingHelp({ booking }: { booking: BookingView }) {
  const payment = texts.payment(booking)
  return (
    <div className="grid gap-2 border-t px-5 py-1.5 text-ink-soft text-sm">
      {payment && <p className="pt-1.5">{payment}</p>}
      <SupportContact lead={texts.lead(booking)} />
      <BookingMessages
        bookingId={booking.id}
        hasLab={booking.labPartnerName !== null && !whyMessagesClosed(booking, new Date())}
        of={`on ${testsText(booking)}`}
      />
    </div>
  )
}
