import type { BookingView } from '@jaanch/booking/booking-view'
import { hasBegun } from '@jaanch/contracts/calendar'
import { CalendarClock, Check } from 'lucide-react'
import { testsText, whenText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { hasCode } from '@/lib/http/api-error'
import { useNow } from '@/lib/timing'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { Named } from '@/ui/named'
import { toast } from '@/ui/toast-store'
import { confirmOrder, declineOrder } from './calls'
import { declineOrder as orderTexts, recollection as texts } from './texts'

type RecollectionActionsProps = { booking: BookingView; onReview: (bookingId: string) => void }

/** A new sample, free of charge: confirmed for the proposed time with one press, or at another time in the dialog of orders. */
export function RecollectionActions({ booking, onReview }: RecollectionActionsProps) {
  const now = useNow(60_000)
  const { scheduledDate: date, scheduledTime: time } = booking
  const isOver = date !== null && time !== null && hasBegun(date, time, now)
  const { run, busy } = useCommand({
    send: () => confirmOrder(booking.id, {}),
    succeeded: texts.succeeded(whenText(booking)),
    failed: texts.failed,
    onFailure(error) {
      if (hasCode(error, 'slot-full', 'proposal-over')) onReview(booking.id)
    },
  })
  return (
    <div className="flex flex-wrap gap-3 max-sm:w-full">
      {!isOver && (
        <Button icon={Check} size="sm" loading={busy} className="max-sm:grow" onClick={() => void run()}>
          <Named of={testsText(booking)}>{texts.confirm}</Named>
        </Button>
      )}
      <Button
        icon={CalendarClock}
        variant={isOver ? 'primary' : 'outline'}
        size="sm"
        className="max-sm:grow"
        onClick={() => onReview(booking.id)}
      >
        <Named of={testsText(booking)}>{texts.another}</Named>
      </Button>
      <DeclineOrder booking={booking} size="sm" className="max-sm:grow" />
    </div>
  )
}

/** On the card of such a booking, while it waits for the customer: what it is. */
export function NewSampleNote({ booking }: { booking: BookingView }) {
  if (!booking.recollection || booking.status !== 'pending_customer_confirmation') return null
  return (
    <div className="mt-3 rounded-xl bg-accent-soft p-4 text-accent-ink">
      <p className="font-semibold">{texts.title}</p>
      <p className="mt-1 text-sm tabular-nums">{texts.text(whenText(booking))}</p>
    </div>
  )
}

/** On the card of a booking of which a part is paid back, until that has happened. */
export function RefundNote({ booking }: { booking: BookingView }) {
  const { refund, status, paymentStatus } = booking
  if (refund?.isSettled !== false) return null
  const isAllPaidBack = status === 'cancelled' && paymentStatus === 'paid'
  return (
    <p className="mt-4 rounded-xl bg-accent-soft p-4 text-accent-ink text-sm">
      {isAllPaidBack ? texts.refundOfCancelled : texts.refund}
    </p>
  )
}

type DeclineOrderProps = { booking: BookingView; size?: 'sm' | 'md'; className?: string }

export function DeclineOrder({ booking, size = 'md', className = '' }: DeclineOrderProps) {
  const declineTexts = booking.recollection ? texts.decline : orderTexts
  const { run, busy } = useCommand({
    send: () => declineOrder(booking.id),
    done: () => toast.info(declineTexts.succeeded[0], declineTexts.succeeded[1]),
    failed: declineTexts.failed,
  })
  return (
    <ConfirmButton
      {...{ size, className }}
      {...declineTexts.question(booking)}
      loading={busy}
      onConfirm={run}
    >
      <Named of={testsText(booking)}>{orderTexts.label}</Named>
    </ConfirmButton>
  )
}
