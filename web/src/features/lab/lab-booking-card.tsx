import type { BookingView } from '@jaanch/contracts/http/bookings'
import { whyCollectionClosed } from '@jaanch/domain/booking/collection-window'
import { ChevronDown, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { BookingMenu } from '@/components/staff-bookings/booking-menu'
import { StaffBookingSummary } from '@/components/staff-bookings/booking-summary'
import { cn } from '@/lib/class-names'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { toast } from '@/ui/toast-store'
import { ClosedCollection } from './collection-frame'
import { LazyCollectionPanel } from './lazy-collection-panel'
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
  const closed = whyCollectionClosed(booking, new Date())
  const open = detailsOpen ?? uncollectedStatuses.includes(status)
  return (
    <Card
      ref={card}
      className={cn('overflow-hidden', isNew && 'animate-rise border-accent ring-2 ring-accent')}
    >
      <article aria-labelledby={heading}>
        <div className="flex flex-col gap-4 p-4 sm:p-5 md:flex-row md:items-start md:justify-between">
          <StaffBookingSummary
            booking={booking}
            headingId={heading}
            unpaidText="to collect"
            badge={
              isNew && (
                <Badge variant="accent" icon={Sparkles}>
                  New
                </Badge>
              )
            }
          />
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
                {closed ? <ClosedCollection why={closed} /> : <LazyCollectionPanel bookingId={id} />}
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
