import type { BookingView } from '@jaanch/booking/booking-view'
import { CalendarPlus } from 'lucide-react'
import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { useOwnBookings } from '@/features/booking/bookings-calls'
import { useOwnPrescriptions } from '@/features/booking/prescriptions-calls'
import { groupVisits, type Visit } from '@/features/booking/visit/visits'
import { cn } from '@/lib/class-names'
import { readDraft, writeDraft } from '@/lib/drafts'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { PrescriptionList } from './prescription-list'
import { list as listTexts } from './texts'
import type { Tab } from './use-linked-booking'
import { VisitRow } from './visit-row'

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
      <PrescriptionList list={prescriptions} tab={tab} bookings={bookings.rows} />
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

/** What is collected again is confirmed on its card. */
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

export function BookingSkeleton() {
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
