import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { ReceiptIndianRupee } from 'lucide-react'
import { numberText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { saveFile } from '@/lib/files'
import { download } from '@/lib/http/download'
import { Button } from '@/ui/button'
import { Named } from '@/ui/named'
import { receipt as texts } from './texts'

/** Saves what was paid as a PDF. */
export function ReceiptButton({ booking }: { booking: BookingView }) {
  const { id, orderNumber, paymentStatus, recollection } = booking
  const { run, busy } = useCommand({
    ...texts.command,
    send: async () =>
      saveFile(await download(`/api/bookings/${id}/receipt`), `jaanch-receipt-${orderNumber ?? id}.pdf`),
  })
  // a new sample is free of charge: nothing was paid
  if (paymentStatus !== 'paid' || recollection) return null
  return (
    <Button variant="outline" size="sm" loading={busy} onClick={() => void run()}>
      <ReceiptIndianRupee aria-hidden />
      <Named of={numberText(booking)}>{texts.label}</Named>
    </Button>
  )
}
