import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarClock, ChevronDown, Sparkles, Wallet } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge } from '@/components/booking/status-badge'
import { whenText } from '@/components/booking/when-text'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { cn } from '@/lib/class-names'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { toast } from '@/ui/toast-store'
import { CollectionPanel } from './collection-panel'
import { useAdvanceStatus } from './use-advance-status'
import { useMarkSeen } from './use-mark-seen'

type LabBookingCardProps = {
  booking: BookingView
  withStubs: boolean
  isNew: boolean
  onOpen: () => void
}

/** Before the collection the details are open, later closed. */
const uncollectedStatuses: readonly BookingView['status'][] = ['pending', 'confirmed', 'sample-collection']

export function LabBookingCard({ booking, withStubs, isNew, onOpen }: LabBookingCardProps) {
  const { id, status } = booking
  const [detailsOpen, setDetailsOpen] = useState<boolean | null>(null)
  const { hasNext, updating, advance } = useAdvanceStatus(booking)
  const card = useMarkSeen(id, isNew)
  const heading = `booking-${id}`
  const open = detailsOpen ?? uncollectedStatuses.includes(status)
  return (
    <Card
      ref={card}
      className={cn('overflow-hidden', isNew && 'animate-rise border-accent ring-2 ring-accent')}
    >
      <article aria-labelledby={heading}>
        <div className="flex flex-col gap-4 p-4 sm:p-5 md:flex-row md:items-start md:justify-between">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {isNew && (
                <Badge variant="accent" icon={Sparkles}>
                  New
                </Badge>
              )}
              <StatusBadge status={status} />
              <span className="text-ink-soft text-xs tabular-nums">#{shortId(id)}</span>
            </div>
            <h3 id={heading} className="mt-1.5 font-semibold text-base">
              {booking.packageName}
            </h3>
            <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-xs tabular-nums [&_svg]:size-4 [&_svg]:text-brand-ink">
              <li className="flex items-center gap-1.5">
                <CalendarClock aria-hidden />
                {whenText(booking)}
              </li>
              <li className="flex items-center gap-1.5">
                <Wallet aria-hidden />
                <span className="sr-only">Amount </span>
                <span className="font-semibold text-ink">{rupeesText(booking.finalAmount)}</span>
                <span>{booking.paymentStatus === 'paid' ? 'paid' : 'to collect'}</span>
              </li>
            </ul>
          </div>
          <div className="flex flex-wrap items-center gap-2 max-md:[&>button.grow]:grow">
            {withStubs && status === 'confirmed' && <Stub label="Assign" />}
            {withStubs && status === 'lab-processing' && <Stub label="Upload Report" />}
            <Button className="grow" loading={updating} disabled={!hasNext} onClick={advance}>
              Update Status
            </Button>
            <BookingMenu booking={booking} onOpen={onOpen} />
          </div>
        </div>
        {status !== 'cancelled' && (
          <div className="border-t bg-sunken/50">
            <button
              type="button"
              aria-expanded={open}
              className="flex min-h-11 w-full items-center justify-between gap-3 px-4 font-semibold text-ink-soft text-xs hover:text-ink sm:px-5"
              onClick={() => setDetailsOpen(!open)}
            >
              Collection details
              <ChevronDown className={cn('size-4 transition-transform', open && 'rotate-180')} aria-hidden />
            </button>
            {open && (
              <div className="px-4 pb-4 sm:px-5 sm:pb-5">
                <CollectionPanel bookingId={id} instructions={booking.specialInstructions} />
              </div>
            )}
          </div>
        )}
      </article>
    </Card>
  )
}

/** Specified as a button without a function yet. */
function Stub({ label }: { label: string }) {
  return (
    <Button variant="outline" className="grow" onClick={() => toast.info('Feature Coming Soon')}>
      {label}
    </Button>
  )
}
