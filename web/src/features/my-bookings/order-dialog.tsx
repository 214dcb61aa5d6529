import type { BookingView } from '@jaanch/contracts/http/bookings'
import { Check } from 'lucide-react'
import { whenText } from '@/components/booking/texts'
import { useDialogCommand } from '@/components/use-command'
import { confirmOrder } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast-store'
import { DeclineOrder } from './decline-order'
import { OrderLines } from './order-lines'
import { payText } from './pay-text'
import { confirmOrder as texts } from './texts'

type OrderDialogProps = { booking: BookingView; prescription: string | undefined; onClose: () => void }

/**
 * An order made from a prescription, to confirm or decline. The booking's status decides what is shown, so the result also
 * appears if the response was lost or another window was first.
 */
export function OrderDialog({ booking, prescription, onClose }: OrderDialogProps) {
  const { run, busy } = useDialogCommand({
    send: () => confirmOrder(booking.id),
    done: (confirmed) => toast.success(texts.succeeded, payText(confirmed)),
    failed: texts.failed,
  })
  if (booking.status === 'cancelled') return null
  if (booking.status !== 'pending_customer_confirmation') {
    return <Confirmed booking={booking} onClose={onClose} />
  }

  return (
    <Dialog
      onClose={onClose}
      title={texts.label}
      description={texts.description(prescription)}
      footer={
        <>
          <DeclineOrder booking={booking} className="max-sm:grow" />
          <Button loading={busy} className="max-sm:grow" onClick={() => void run()}>
            {texts.label}
          </Button>
        </>
      }
    >
      <OrderLines booking={booking} />
    </Dialog>
  )
}

function Confirmed({ booking, onClose }: { booking: BookingView; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title={texts.succeeded}
      footer={
        <Button className="max-sm:grow" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <div role="status" className="grid justify-items-center py-2 text-center">
        <span className="grid size-14 animate-rise place-items-center rounded-full bg-success-soft text-success">
          <Check className="size-7" aria-hidden />
        </span>
        <p className="mt-4 font-semibold text-base">{payText(booking)}</p>
        <p className="mt-1 text-balance text-ink-soft">{whenText(booking)}</p>
      </div>
    </Dialog>
  )
}
