import { Link } from 'react-router-dom'
import { StatusBadge } from '@/components/booking/status'
import { testsText, whenText } from '@/components/booking/texts'
import { rupeesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { historyPath } from '@/lib/paths'
import { useBookings } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'

/** Specification, section 9. */
const limit = 5

export function RecentBookings({ onAll }: { onAll: () => void }) {
  const { rows, loading } = useBookings('all', limit)
  return (
    <Panel
      title="Recent Bookings"
      action={
        <Button variant="ghost" size="sm" onClick={onAll}>
          View All
        </Button>
      }
    >
      {!loading && rows.length === 0 && <p className="p-5 text-ink-soft">No bookings found</p>}
      <ul className="grid grow auto-rows-fr grid-cols-1 divide-y">
        {loading &&
          Array.from({ length: limit }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <li key={index} className="h-20 px-4 py-4 sm:px-5">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="mt-2.5 h-4 w-3/4" />
            </li>
          ))}
        {rows.slice(0, limit).map((booking) => (
          <li
            key={booking.id}
            className="flex min-h-20 animate-rise flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
          >
            <div className="min-w-0">
              <p className="truncate font-semibold">{testsText(booking)}</p>
              <p className="text-ink-soft text-xs tabular-nums">
                <Link
                  to={historyPath('booking', booking.id)}
                  className="relative after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:text-ink hover:underline"
                >
                  #{shortId(booking.id)}
                  <span className="sr-only"> History</span>
                </Link>{' '}
                · {whenText(booking)}
              </p>
            </div>
            <div className="flex items-center gap-3">
              <span className="font-semibold tabular-nums">{rupeesText(booking.finalAmount)}</span>
              <StatusBadge status={booking.status} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
