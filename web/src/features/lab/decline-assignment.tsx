import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { useState } from 'react'
import { shortId } from '@/lib/format/text'
import { useMayInLab } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { decline as texts } from './texts'

export const DeclineDialog = lazyDialog(async () => (await import('./decline-dialog')).DeclineDialog)

/** @returns the booking by which a visit can be given back: one whose collection has not begun */
export function declinable(bookings: readonly BookingView[]): BookingView | undefined {
  return bookings.find(({ status }) => status === 'pending' || status === 'confirmed')
}

/** Gives a visit back. */
export function DeclineAssignment({ bookings }: { bookings: readonly BookingView[] }) {
  const [asking, setAsking] = useState(false)
  const mayDecline = useMayInLab('front-desk')
  const booking = declinable(bookings)
  if (!booking || !mayDecline) return null
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Named of={texts.of(shortId(booking.id))}>{texts.label}</Named>
      </Button>
      {asking && <DeclineDialog booking={booking} onClose={() => setAsking(false)} />}
    </>
  )
}
