import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarPlus } from 'lucide-react'
import { useDeferredValue } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { cn } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { useOwnBookings } from '@/lib/resources/bookings'
import { useOwnPrescriptions } from '@/lib/resources/prescriptions'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { BookingRow } from './booking-row'
import { BookingSkeleton } from './booking-skeleton'
import { OrderDialog } from './order-dialog'
import { PrescriptionList } from './prescription-list'
import type { Tab } from './use-linked-booking'
import { useOrderDialog } from './use-order-dialog'

/** Rows far from the viewport are not laid out or painted. */
const lazyLayoutClass = '[contain-intrinsic-size:auto_20rem] [content-visibility:auto]'

const emptyTexts = {
  upcoming: ['No upcoming bookings', 'Book a test and follow each of its steps here.'],
  past: ['No past bookings', 'Completed and cancelled bookings are kept here.'],
} as const

type BookingListProps = { tab: Tab; linked: BookingView | undefined; onShowAll: (tab: Tab) => void }

/** The prescriptions and bookings of a tab. Both appear together, so that the layout does not shift. */
export function BookingList({ tab, linked, onShowAll }: BookingListProps) {
  const bookings = useOwnBookings(tab)
  const prescriptions = useOwnPrescriptions()
  const first = linked && (bookings.rows.find(({ id }) => id === linked.id) ?? linked)
  const others = unconfirmedFirst(bookings.rows.filter(({ id }) => id !== linked?.id))
  const shown = first ? [first, ...others] : others
  const prescriptionOf = ({ prescriptionId }: BookingView) =>
    prescriptions.rows.find(({ id }) => id === prescriptionId)
  const testsOf = (booking: BookingView) => prescriptionOf(booking)?.items.map(({ name }) => name)
  const { order, open, close } = useOrderDialog(shown, first)
  if (bookings.loading || prescriptions.loading) return <BookingSkeleton />

  return (
    <>
      {first && (
        <div className="mb-6 grid grid-cols-1 gap-3">
          <BookingRow booking={first} tests={testsOf(first)} isHighlighted onReview={open} />
          <Button variant="ghost" className="justify-self-start" onClick={() => onShowAll(tab)}>
            Show all bookings
          </Button>
        </div>
      )}
      <PrescriptionList list={prescriptions} tab={tab} bookings={bookings.rows} />
      {shown.length === 0 && (
        <EmptyState
          icon={CalendarPlus}
          title={emptyTexts[tab][0]}
          action={<ButtonLink to={paths.tests}>Browse tests</ButtonLink>}
        >
          {emptyTexts[tab][1]}
        </EmptyState>
      )}
      <Rows rows={others} testsOf={testsOf} onReview={open} />
      <ShowMore list={bookings} />
      {order && (
        <OrderDialog booking={order} prescription={prescriptionOf(order)?.originalFileName} onClose={close} />
      )}
    </>
  )
}

/** Orders that wait for the customer's confirmation come first. */
function unconfirmedFirst(rows: readonly BookingView[]): BookingView[] {
  const isUnconfirmed = ({ status }: BookingView) => status === 'pending_customer_confirmation'
  return [...rows.filter(isUnconfirmed), ...rows.filter((row) => !isUnconfirmed(row))]
}

type RowsProps = {
  rows: readonly BookingView[]
  testsOf: (booking: BookingView) => string[] | undefined
  onReview: (bookingId: string) => void
}

/** Renders the first screen of a phone at once, the rest deferred. */
function Rows({ rows, testsOf, onReview }: RowsProps) {
  const shown = useDeferredValue(rows, rows.slice(0, 3))
  return (
    <ul className="grid grid-cols-1 gap-4">
      {shown.map((booking) => (
        <li key={booking.id} className={cn('min-w-0 animate-rise', shown.length > 50 && lazyLayoutClass)}>
          <BookingRow booking={booking} tests={testsOf(booking)} onReview={onReview} />
        </li>
      ))}
    </ul>
  )
}
