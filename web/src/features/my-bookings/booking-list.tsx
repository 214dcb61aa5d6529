import type { BookingView } from '@jaanch/contracts/http/bookings'
import { CalendarPlus } from 'lucide-react'
import { useDeferredValue } from 'react'
import { ShowMore } from '@/components/list/show-more'
import { useOwnBookings } from '@/lib/api/bookings'
import { useOwnPrescriptions } from '@/lib/api/prescriptions'
import { cn } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { BookingRow } from './booking-row'
import { BookingSkeleton } from './booking-skeleton'
import { OrderDialog } from './order-dialog'
import { PrescriptionList } from './prescription-list'
import type { Tab } from './use-opened'
import { useOrder } from './use-order'

/** A long list lays out and paints what is near the screen, and nothing else. */
const offScreen = '[contain-intrinsic-size:auto_20rem] [content-visibility:auto]'

const empty = {
  upcoming: ['No upcoming bookings', 'Book a test and follow each of its steps here.'],
  past: ['No past bookings', 'Completed and cancelled bookings are kept here.'],
} as const

type BookingListProps = { tab: Tab; opened: BookingView | undefined; onLeave: (tab: Tab) => void }

/** The bookings of a tab under the prescriptions that they may come from; both are shown together, so that nothing jumps. */
export function BookingList({ tab, opened, onLeave }: BookingListProps) {
  const bookings = useOwnBookings(tab)
  const prescriptions = useOwnPrescriptions()
  const first = opened && (bookings.rows.find(({ id }) => id === opened.id) ?? opened)
  const others = awaitedFirst(bookings.rows.filter(({ id }) => id !== opened?.id))
  const shown = first ? [first, ...others] : others
  const prescriptionOf = ({ prescriptionId }: BookingView) =>
    prescriptions.rows.find(({ id }) => id === prescriptionId)
  const testsOf = (booking: BookingView) => prescriptionOf(booking)?.items.map(({ name }) => name)
  const { order, open, close } = useOrder(shown, first)
  if (bookings.loading || prescriptions.loading) return <BookingSkeleton />

  return (
    <>
      {first && (
        <div className="mb-6 grid grid-cols-1 gap-3">
          <BookingRow booking={first} tests={testsOf(first)} isHighlighted onReview={open} />
          <Button variant="ghost" className="justify-self-start" onClick={() => onLeave(tab)}>
            Show all bookings
          </Button>
        </div>
      )}
      <PrescriptionList list={prescriptions} tab={tab} bookings={bookings.rows} />
      {shown.length === 0 && (
        <EmptyState
          icon={CalendarPlus}
          title={empty[tab][0]}
          action={<ButtonLink to={paths.tests}>Browse tests</ButtonLink>}
        >
          {empty[tab][1]}
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

/** What waits for the customer's word stands before what goes on without it. */
function awaitedFirst(rows: readonly BookingView[]): BookingView[] {
  const isAwaited = ({ status }: BookingView) => status === 'pending_customer_confirmation'
  return [...rows.filter(isAwaited), ...rows.filter((row) => !isAwaited(row))]
}

type RowsProps = {
  rows: readonly BookingView[]
  testsOf: (booking: BookingView) => string[] | undefined
  onReview: (bookingId: string) => void
}

/** What a phone holds shows first, the rest a moment later. */
function Rows({ rows, testsOf, onReview }: RowsProps) {
  const shown = useDeferredValue(rows, rows.slice(0, 3))
  return (
    <ul className="grid grid-cols-1 gap-4">
      {shown.map((booking) => (
        <li key={booking.id} className={cn('min-w-0 animate-rise', shown.length > 50 && offScreen)}>
          <BookingRow booking={booking} tests={testsOf(booking)} onReview={onReview} />
        </li>
      ))}
    </ul>
  )
}
