import type { BookingView } from '@jaanch/contracts/http/bookings'
import { SupportContact } from '@/ui/support-contact'
import { help as texts } from './texts'

/** At the end of a customer's card: how to pay what is due, and whom to ask. */
export function BookingHelp({ booking }: { booking: BookingView }) {
  const payment = texts.payment(booking)
  return (
    <div className="grid gap-2 border-t px-5 py-3 text-ink-soft text-sm empty:hidden">
      {payment && <p>{payment}</p>}
      <SupportContact lead={texts.lead(booking)} />
    </div>
  )
}
