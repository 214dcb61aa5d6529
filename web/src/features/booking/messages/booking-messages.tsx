import type { BookingView } from '@jaanch/booking/booking-view'
import { whyMessagesClosed } from '@jaanch/booking/rules'
import { ChevronDown, MessageSquare } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { testsText } from '@/components/booking/texts'
import { cn } from '@/lib/class-names'
import { Badge } from '@/ui/badge'
import { lazyPart } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Skeleton } from '@/ui/skeleton'
import { SupportContact } from '@/ui/support-contact'
import { useUnreadMessages } from './calls'
import { useMayMessage } from './unread-messages'

const MessagePanel = lazyPart(async () => (await import('./message-panel')).MessagePanel, 'min-h-40')

type BookingMessagesProps = { bookingId: string; hasLab: boolean; of: string; className?: string }

/** Opens the messages on a booking in place, and counts the new ones. Roles without messages see nothing. @param of the booking's name */
export function BookingMessages({ bookingId, hasLab, of, className }: BookingMessagesProps) {
  const [isOpen, setOpen] = useState(false)
  const mayMessage = useMayMessage()
  const unread = useUnreadMessages(mayMessage ? bookingId : null)
  const content = useId()
  if (!mayMessage) return null
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={content}
        className="flex min-h-11 w-full items-center gap-2 font-semibold text-ink-soft text-xs hover:text-ink"
        onClick={() => setOpen(!isOpen)}
      >
        <MessageSquare className="size-4" aria-hidden />
        <Named of={of}>Messages</Named>
        {unread > 0 && <Badge variant="accent">{unread} new</Badge>}
        <ChevronDown
          className={cn(
            'ml-auto size-4 transition-transform motion-reduce:transition-none',
            isOpen && 'rotate-180',
          )}
          aria-hidden
        />
      </button>
      <div id={content}>
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-40 w-full rounded-xl" />}>
            <MessagePanel bookingId={bookingId} hasLab={hasLab} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

/** At the end of a customer's card: how to pay what is due, and whom to ask, also in a message. */
export function BookingHelp({ booking }: { booking: BookingView }) {
  const payment = paymentHelp(booking)
  return (
    <div className="grid gap-2 border-t px-5 py-1.5 text-ink-soft text-sm">
      {payment && <p className="pt-1.5">{payment}</p>}
      <SupportContact lead={supportLead(booking)} />
      <BookingMessages
        bookingId={booking.id}
        hasLab={booking.labPartnerName !== null && !whyMessagesClosed(booking, new Date())}
        of={`on ${testsText(booking)}`}
      />
    </div>
  )
}

/** @returns how to pay what is due; undefined if nothing is, or if it is cash, which needs no word */
function paymentHelp({ status, paymentStatus, paymentMethod }: BookingView): string | undefined {
  if (paymentStatus === 'paid' || status === 'cancelled' || paymentMethod === 'cash-on-collection') return
  const way = paymentMethod === 'upi' ? 'UPI' : 'card'
  return `Pay the collector by ${way} when the sample is collected: nothing is paid online.`
}

/** @returns the words before the contact of the support */
function supportLead({ status }: BookingView): string {
  if (status === 'pending') return 'To cancel it before it is confirmed, please call us:'
  if (status === 'sample-collection' || status === 'lab-processing') return 'To change anything now:'
  return 'Questions?'
}
