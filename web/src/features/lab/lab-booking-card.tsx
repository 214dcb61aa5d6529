import type { BookingView } from '@jaanch/contracts/http/bookings'
import { whyCollectionClosed } from '@jaanch/domain/booking/collection-window'
import { ChevronDown, Sparkles } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { AdvanceButton } from '@/components/staff-bookings/advance-button'
import { StaffBookingSummary } from '@/components/staff-bookings/booking-summary'
import { cn } from '@/lib/class-names'
import { markSeen } from '@/lib/unseen-bookings'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { toast } from '@/ui/toast-store'
import { ClosedCollection } from './collection-frame'
import { DeclineAssignment } from './decline-assignment'
import { LabBookingMenu } from './lab-booking-menu'
import { LazyCollectionPanel } from './lazy-collection-panel'
import { advanceStatus, booking as texts } from './texts'

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
            unpaidText={texts.unpaid}
            badge={
              isNew && (
                <Badge variant="accent" icon={Sparkles}>
                  {texts.isNew}
                </Badge>
              )
            }
          />
          <div className="flex flex-wrap items-center gap-2 max-md:[&>button.grow]:grow">
            {withStubs && status === 'confirmed' && <Stub label={texts.assign} />}
            {withStubs && status === 'lab-processing' && <Stub label={texts.uploadReport} />}
            <AdvanceButton booking={booking} toasts={advanceStatus} className="grow" />
            <DeclineAssignment booking={booking} />
            <LabBookingMenu booking={booking} onOpen={onOpen} />
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
              {texts.collection}
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
    <Button variant="outline" className="grow" onClick={() => toast.info(texts.comingSoon)}>
      {label}
    </Button>
  )
}

/** A card counts as seen after this time in the viewport of a focused window. */
const seenAfterMs = 4_000

/** Marks a new booking as seen once its card was visible long enough. @returns the ref for the card */
function useMarkSeen(id: string, isNew: boolean): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = card.current
    if (!isNew || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isInViewport = false
    function restartTimer() {
      clearTimeout(timer)
      if (isInViewport && document.visibilityState === 'visible' && document.hasFocus()) {
        timer = setTimeout(() => markSeen(id), seenAfterMs)
      }
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        isInViewport = entry?.isIntersecting ?? false
        restartTimer()
      },
      { threshold: 0.5 },
    )
    observer.observe(element)
    window.addEventListener('focus', restartTimer)
    window.addEventListener('blur', restartTimer)
    document.addEventListener('visibilitychange', restartTimer)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      window.removeEventListener('focus', restartTimer)
      window.removeEventListener('blur', restartTimer)
      document.removeEventListener('visibilitychange', restartTimer)
    }
  }, [id, isNew])

  return card
}
