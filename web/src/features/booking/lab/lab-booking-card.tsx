import type { BookingView } from '@jaanch/booking/booking-view'
import { whyCollectionClosed } from '@jaanch/booking/rules'
import { ChevronDown, Sparkles } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { keys } from '@/features/booking/staff-bookings/list-keys'
import { VisitSummary } from '@/features/booking/staff-bookings/visit-summary'
import { statusOfVisit, type VisitGroup } from '@/features/booking/visit/visits'
import { ClosedCollection } from '@/features/collection/panel/collection-frame'
import { LazyCollectionPanel } from '@/features/collection/panel/lazy-collection-panel'
import { cn } from '@/lib/class-names'
import { useMayInLab } from '@/lib/session/staff'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Named } from '@/ui/named'
import { toast } from '@/ui/toast-store'
import { DeclineAssignment, LabMenu } from './lab-menu'
import { markSeen } from './unseen-bookings'
import { UpdateStatus, useVisitSteps } from './update-status'
import { usePeopleNames } from './use-people-names'

const texts = {
  isNew: 'New',
  unpaid: 'to collect',
  assign: 'Assign',
  uploadReport: 'Upload Report',
  comingSoon: 'Feature Coming Soon',
  attachReport: 'Attach Report',
  collection: 'Collection details',
}

type LabBookingCardProps = {
  /** The bookings of one visit */
  bookings: VisitGroup['bookings']
  withStubs: boolean
  isNew: boolean
  onOpen: (id: string) => void
  onReport: (booking: BookingView) => void
}

/** Before the collection the details are open, later closed. */
const uncollectedStatuses: readonly BookingView['status'][] = ['pending', 'confirmed', 'sample-collection']

export function LabBookingCard({ bookings, withStubs, isNew, onOpen, onReport }: LabBookingCardProps) {
  const [first] = bookings
  const status = statusOfVisit(bookings)
  const [detailsOpen, setDetailsOpen] = useState<boolean | null>(null)
  const steps = useVisitSteps(bookings)
  const mayCollect = useMayInLab('front-desk', 'collector')
  const mayReport = useMayInLab('technician', 'pathologist')
  const card = useMarkSeen(
    bookings.map(({ id }) => id),
    isNew,
  )
  const heading = `booking-${first.id}`
  const now = new Date()
  /** The call for one answers with all whom the lab may see */
  const shown = bookings.find((booking) => !whyCollectionClosed(booking, now))
  const open = detailsOpen ?? uncollectedStatuses.includes(status)
  const isOfSeveral = bookings.length > 1
  const nameOf = usePeopleNames(bookings, isOfSeveral && mayCollect ? (shown?.id ?? null) : null)
  const attach = (booking: BookingView, name?: string) =>
    mayReport &&
    booking.status === 'lab-processing' && (
      <Button
        variant="soft"
        size={name ? 'sm' : 'md'}
        className="grow"
        aria-keyshortcuts={keys.report}
        onClick={() => onReport(booking)}
      >
        {name ? <Named of={`for ${name}`}>{texts.attachReport}</Named> : texts.attachReport}
      </Button>
    )
  return (
    <Card
      ref={card}
      className={cn('overflow-hidden', isNew && 'animate-rise border-accent ring-2 ring-accent')}
    >
      <article aria-labelledby={heading}>
        <div
          className={cn(
            'flex flex-col gap-4 p-4 sm:p-5',
            !isOfSeveral && 'md:flex-row md:items-start md:justify-between',
          )}
        >
          <VisitSummary
            bookings={bookings}
            headingId={heading}
            unpaidText={texts.unpaid}
            nameOf={nameOf}
            badge={
              isNew && (
                <Badge variant="accent" icon={Sparkles}>
                  {texts.isNew}
                </Badge>
              )
            }
            actionOf={(index) => bookings[index] && attach(bookings[index], nameOf(index))}
          />
          <div className="flex flex-wrap items-center gap-2 max-md:[&>button.grow]:grow md:[&>button.grow]:grow-0">
            {withStubs && status === 'confirmed' && <Stub label={texts.assign} />}
            {withStubs && mayReport && status === 'lab-processing' && <Stub label={texts.uploadReport} />}
            {!isOfSeveral && attach(first)}
            <UpdateStatus steps={steps} bookings={bookings} />
            <DeclineAssignment bookings={bookings} />
            <LabMenu
              bookings={bookings}
              nameOf={nameOf}
              onOpen={onOpen}
              onReport={onReport}
              more={isOfSeveral ? steps.ofEach(nameOf) : []}
            />
          </div>
        </div>
        {mayCollect && status !== 'cancelled' && (
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
                {shown ? (
                  <LazyCollectionPanel bookingId={shown.id} isOfVisit={isOfSeveral} />
                ) : (
                  <ClosedCollection why={whyCollectionClosed(first, now) ?? ''} bookings={bookings} />
                )}
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

/** Marks new bookings as seen once their card was visible long enough. @returns the ref for the card */
function useMarkSeen(ids: readonly string[], isNew: boolean): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null)
  const marked = ids.join(' ')

  useEffect(() => {
    const element = card.current
    if (!isNew || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isInViewport = false
    function restartTimer() {
      clearTimeout(timer)
      if (isInViewport && document.visibilityState === 'visible' && document.hasFocus()) {
        timer = setTimeout(() => marked.split(' ').forEach(markSeen), seenAfterMs)
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
  }, [marked, isNew])

  return card
}
