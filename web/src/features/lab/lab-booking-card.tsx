import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarClock, UserRound, Wallet } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge } from '@/components/booking/status-badge'
import { whenText } from '@/components/booking/when-text'
import { changeBookingStatus } from '@/lib/api/bookings'
import { shortId } from '@/lib/format/ids'
import { rupeesText } from '@/lib/format/money'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { toast } from '@/ui/toast-store'
import { nextStatus } from './next-status'

type LabBookingCardProps = { booking: BookingView; withStubs: boolean }

export function LabBookingCard({ booking, withStubs }: LabBookingCardProps) {
  const [busy, setBusy] = useState(false)
  const next = nextStatus(booking.status)
  const heading = `booking-${booking.id}`

  async function advance() {
    if (!next) return
    setBusy(true)
    try {
      await changeBookingStatus(booking.id, next)
      toast.good('Booking status updated successfully')
    } catch {
      toast.bad('Error', 'Failed to update booking status')
    } finally {
      setBusy(false)
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
            <span className="font-semibold text-ink-soft text-xs tabular-nums">#{shortId(booking.id)}</span>
            <StatusBadge status={booking.status} />
          </div>
          <h3 id={heading} className="mt-1.5 font-semibold text-base">
            {booking.packageName}
          </h3>
          <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-xs tabular-nums [&_svg]:size-4 [&_svg]:text-brand-ink">
            <li className="flex items-center gap-1.5">
              <CalendarClock aria-hidden />
              {whenText(booking)}
            </li>
            <li className="flex items-center gap-1.5">
              <Wallet aria-hidden />
              <span className="sr-only">Amount </span>
              {rupeesText(booking.finalAmount)}
            </li>
            {booking.familyMember && (
              <li className="flex items-center gap-1.5">
                <UserRound aria-hidden />
                {booking.familyMember.name}
              </li>
            )}
          </ul>
        </div>
        <div className="flex flex-wrap gap-2 max-md:[&>*]:grow">
          {withStubs && booking.status === 'confirmed' && <Stub label="Assign" />}
          {withStubs && booking.status === 'lab-processing' && <Stub label="Upload Report" />}
          <Button busy={busy} disabled={!next} onClick={() => void advance()}>
            Update Status
          </Button>
        </div>
      </article>
    </Card>
  )
}

/** The specification fixes these two as announcements of what is to come. */
function Stub({ label }: { label: string }) {
  return (
    <Button look="outline" onClick={() => toast.plain('Feature Coming Soon')}>
      {label}
    </Button>
  )
}
