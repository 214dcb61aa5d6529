import type { BookingView } from '@jaanch/booking/booking-view'
import { matchesTab } from '@jaanch/booking/list/tabs'
import { CalendarPlus, FileUp, SearchX } from 'lucide-react'
import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { testsText } from '@/components/booking/texts'
import { ShowMore } from '@/components/list/show-more'
import { useBooking, useBookingCounts, useOwnBookings } from '@/features/booking/bookings-calls'
import { useOwnPrescriptions } from '@/features/booking/prescriptions-calls'
import { OwnPrescriptions } from '@/features/booking/send-prescription/own-prescriptions'
import { groupVisits, type Visit } from '@/features/booking/visit/visits'
import { onStatusChange } from '@/lib/cache/live-cache'
import { cn } from '@/lib/class-names'
import { readDraft, writeDraft } from '@/lib/drafts'
import { hasCode } from '@/lib/http/api-error'
import type { StatusChange } from '@/lib/live/live-store'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast-store'
import { VisitRow } from './visit-row'

const texts = {
  heading: { title: 'My Bookings', description: 'Each step shows here as it happens.' },
  upload: 'Upload Prescription',
  book: 'Book a test',
  tabs: { label: 'Bookings', upcoming: 'Upcoming', past: 'Past' },
  isMissing: 'The booking that this link names is not among yours.',
  completed: (tests: string) => [`${tests} is completed`, 'You find it under Past.'] as const,
}

const listTexts = {
  upcoming: ['No upcoming bookings', 'Book a test and follow each of its steps here.'],
  past: ['No past bookings', 'Completed and cancelled bookings are kept here.'],
  showAll: 'Show all bookings',
  browse: 'Browse tests',
  loading: 'Loading',
} as const

const PrescriptionDialog = lazyDialog(
  async () => (await import('@/features/booking/send-prescription/prescription-dialog')).PrescriptionDialog,
)

/** Both buttons fit side by side on the narrowest phone. */
const actionClass = 'max-sm:grow max-sm:px-2.5 max-sm:text-xs max-[22rem]:[&_svg]:hidden'

export function MyBookings() {
  const [uploading, setUploading] = useState(false)
  const counts = useBookingCounts()
  const { tab, booking, loading, isMissing, showTab } = useLinkedBooking()
  useEffect(() => onStatusChange(announceCompletion), [])

  return (
    <>
      <PageHeading {...texts.heading}>
        <div className="flex gap-2 max-sm:w-full sm:gap-3">
          <Button icon={FileUp} variant="outline" className={actionClass} onClick={() => setUploading(true)}>
            {texts.upload}
          </Button>
          <ButtonLink icon={CalendarPlus} to={paths.tests} className={actionClass}>
            {texts.book}
          </ButtonLink>
        </div>
      </PageHeading>
      <Tabs
        label={texts.tabs.label}
        tabs={[
          { value: 'upcoming', label: texts.tabs.upcoming, count: counts.upcoming },
          { value: 'past', label: texts.tabs.past, count: counts.past },
        ]}
        value={tab}
        onChange={showTab}
      >
        {isMissing && (
          <p className="mb-4 flex items-center gap-3 rounded-xl border bg-surface p-4 text-ink-soft">
            <SearchX className="size-5 shrink-0" aria-hidden />
            {texts.isMissing}
          </p>
        )}
        {loading ? (
          <BookingSkeleton />
        ) : (
          <BookingList key={tab} tab={tab} linked={booking} onShowAll={showTab} />
        )}
      </Tabs>
      {uploading && (
        <PrescriptionDialog onClose={() => setUploading(false)} onUploaded={() => showTab('upcoming')} />
      )}
    </>
  )
}

/** A booking disappears from Upcoming when it is completed; the toast says where it is. */
function announceCompletion({ before, after }: StatusChange): void {
  if (!('packageName' in after) || after.status !== 'completed' || before?.status === 'completed') return
  if (before) toast.success(...texts.completed(testsText(after)))
}

const OrderDialog = lazyDialog(async () => (await import('./order-dialog')).OrderDialog)

/** Rows far from the viewport are not laid out or painted. */
const lazyLayoutClass = '[contain-intrinsic-size:auto_20rem] [content-visibility:auto]'

type BookingListProps = { tab: Tab; linked: BookingView | undefined; onShowAll: (tab: Tab) => void }

export function BookingList({ tab, linked, onShowAll }: BookingListProps) {
  const bookings = useOwnBookings(tab)
  const prescriptions = useOwnPrescriptions()
  const first = linked && (bookings.rows.find(({ id }) => id === linked.id) ?? linked)
  const rows = first && !bookings.rows.includes(first) ? [first, ...bookings.rows] : bookings.rows
  const visits = unconfirmedFirst(groupVisits(rows, bookings.hasMore))
  const linkedVisit = visits.find((visit) => first && visit.bookings.includes(first))
  const prescriptionOf = ({ prescriptionId }: BookingView) =>
    prescriptions.rows.find(({ id }) => id === prescriptionId)
  const shown = visits.flatMap((visit) => visit.bookings)
  const { order, open, close } = useOrderDialog(shown, first)
  if (bookings.loading || prescriptions.loading) return <BookingSkeleton />

  return (
    <>
      {linkedVisit && (
        <div className="mb-6 grid grid-cols-1 gap-3">
          <VisitRow visit={linkedVisit} highlightedId={first?.id} onReview={open} />
          <Button variant="ghost" className="justify-self-start" onClick={() => onShowAll(tab)}>
            {listTexts.showAll}
          </Button>
        </div>
      )}
      <OwnPrescriptions list={prescriptions} tab={tab} bookings={bookings.rows} />
      {shown.length === 0 && (
        <EmptyState
          icon={CalendarPlus}
          title={listTexts[tab][0]}
          action={<ButtonLink to={paths.tests}>{listTexts.browse}</ButtonLink>}
          text={listTexts[tab][1]}
        />
      )}
      <Rows visits={visits.filter((visit) => visit !== linkedVisit)} onReview={open} />
      <ShowMore list={bookings} />
      {order && (
        <OrderDialog booking={order} prescription={prescriptionOf(order)?.originalFileName} onClose={close} />
      )}
    </>
  )
}

/** Orders that wait for the customer's confirmation come first. */
function unconfirmedFirst(visits: readonly Visit[]): Visit[] {
  const isUnconfirmed = ({ bookings }: Visit) =>
    bookings.some(({ status }) => status === 'pending_customer_confirmation')
  return [...visits.filter(isUnconfirmed), ...visits.filter((visit) => !isUnconfirmed(visit))]
}

type RowsProps = { visits: readonly Visit[]; onReview: (bookingId: string) => void }

/** Renders the first one, which fills the screen of a phone, at once, the rest deferred. */
function Rows({ visits, onReview }: RowsProps) {
  const shown = useDeferredValue(visits, visits.slice(0, 1))
  return (
    <ul className="grid grid-cols-1 gap-4">
      {shown.map((visit) => (
        <li key={visit.id} className={cn('min-w-0 animate-rise', shown.length > 50 && lazyLayoutClass)}>
          <VisitRow visit={visit} onReview={onReview} />
        </li>
      ))}
    </ul>
  )
}

const storageKey = 'orders-shown'

/**
 * The order whose dialog is open. An unconfirmed order opens once by itself if no other dialog is open, later only by its
 * button. A link to an order opens it every time.
 */
function useOrderDialog(bookings: readonly BookingView[], linked: BookingView | undefined) {
  const [id, setId] = useState<string>()
  const unseenId = bookings.find((row) => isOrder(row) && !wasShown(row.id))?.id

  useEffect(() => {
    if (!unseenId || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    writeDraft(storageKey, [...shownIds(), unseenId])
    // rendered in slices: it opens by itself, while the page may be in use
    startTransition(() => setId(unseenId))
  }, [unseenId])

  const linkedId = linked && isOrder(linked) ? linked.id : undefined
  useEffect(() => {
    if (linkedId) setId(linkedId)
  }, [linkedId])

  return {
    order: bookings.find((row) => row.id === id),
    open: setId,
    close: () => setId(undefined),
  }
}

/** A recollection is confirmed on its card. */
function isOrder({ status, recollection }: BookingView): boolean {
  return status === 'pending_customer_confirmation' && !recollection
}

function shownIds(): string[] {
  const stored = readDraft(storageKey)
  return Array.isArray(stored) ? stored : []
}

function wasShown(id: string): boolean {
  return shownIds().includes(id)
}

function BookingSkeleton() {
  return (
    <div role="status" aria-label={listTexts.loading} className="grid grid-cols-1 gap-4">
      {[1, 2, 3].map((key) => (
        <Card key={key} className="overflow-hidden">
          <div className="p-5">
            <Skeleton className="h-6 w-56 max-w-full" />
            <Skeleton className="mt-3 h-6 w-2/5" />
            <Skeleton className="mt-2 h-5 w-20" />
            <div className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
              {[1, 2, 3, 4].map((fact) => (
                <Skeleton key={fact} className="h-11" />
              ))}
            </div>
          </div>
          <div className="border-t bg-sunken/50 p-5">
            <Skeleton className="h-64 md:h-17" />
          </div>
        </Card>
      ))}
    </div>
  )
}

type Tab = 'upcoming' | 'past'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The state of the page in its address: `?tab=` a tab, `?id=` one booking, as notifications link to it. The linked booking
 * comes first on its own tab; when it moves to the other tab, the page follows.
 */
function useLinkedBooking() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  const isValidId = id !== null && uuid.test(id)
  const { data: booking, loading, error } = useBooking(isValidId ? id : null)
  const requestedTab: Tab = search.get('tab') === 'past' ? 'past' : 'upcoming'
  const ownTab: Tab = booking && matchesTab('past', booking) ? 'past' : 'upcoming'

  return {
    tab: booking ? ownTab : requestedTab,
    booking,
    loading,
    isMissing: id !== null && (!isValidId || hasCode(error, 'not-found', 'forbidden')),
    showTab: (tab: Tab) => setSearch(tab === 'past' ? { tab } : {}, { replace: true }),
  }
}
