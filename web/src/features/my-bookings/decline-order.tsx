import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { testsText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { declineOrder } from '@/lib/resources/bookings'
import { ConfirmButton } from '@/ui/confirm-button'
import { Named } from '@/ui/named'
import { toast } from '@/ui/toast-store'
import { declineOrder as orderTexts, recollection } from './texts'

type DeclineOrderProps = { booking: BookingView; size?: 'sm' | 'md'; className?: string }

export function DeclineOrder({ booking, size = 'md', className = '' }: DeclineOrderProps) {
  const texts = booking.recollection ? recollection.decline : orderTexts
  const { run, busy } = useCommand({
    send: () => declineOrder(booking.id),
    done: () => toast.info(texts.succeeded[0], texts.succeeded[1]),
    failed: texts.failed,
  })
  return (
    <ConfirmButton {...{ size, className }} {...texts.question(booking)} loading={busy} onConfirm={run}>
      <Named of={testsText(booking)}>{orderTexts.label}</Named>
    </ConfirmButton>
  )
}
