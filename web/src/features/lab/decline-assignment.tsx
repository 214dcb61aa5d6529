import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useState } from 'react'
import { shortId } from '@/lib/format/text'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { decline as texts } from './texts'

const DeclineDialog = lazyDialog(async () => (await import('./decline-dialog')).DeclineDialog)

/** Gives the visit of a booking back, as long as its collection has not begun. */
export function DeclineAssignment({ booking }: { booking: BookingView }) {
  const [asking, setAsking] = useState(false)
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return null
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Named of={texts.of(shortId(booking.id))}>{texts.label}</Named>
      </Button>
      {asking && <DeclineDialog booking={booking} onClose={() => setAsking(false)} />}
    </>
  )
}
