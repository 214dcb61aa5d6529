import type { BookingView } from '@jaanch/booking/booking-view'
import { type ReactNode, useRef, useState } from 'react'
import { lazyDialog } from '@/ui/lazy-part'

const AttachReport = lazyDialog(async () => (await import('./attach-report')).AttachReport)

/**
 * The dialog for the reports of a list, one booking after the other.
 * @param rows the list as it is shown
 */
export function useReportDialog(rows: readonly BookingView[]): {
  open: (booking: BookingView) => void
  dialog: ReactNode
} {
  const [booking, setBooking] = useState<BookingView | null>(null)
  /** A report of values is released by a worker, later */
  const done = useRef(new Set<string>())
  const next = booking && nextWithoutReport(rows, booking.id, done.current)
  return {
    open: setBooking,
    dialog: booking && (
      <AttachReport
        key={booking.id}
        booking={booking}
        onAttached={() => done.current.add(booking.id)}
        onNext={next ? () => setBooking(next) : undefined}
        onClose={() => setBooking(null)}
      />
    ),
  }
}

/** @returns the next booking of the list that is in the lab without a report, from its beginning again after its end */
export function nextWithoutReport(
  rows: readonly BookingView[],
  id: string,
  done: ReadonlySet<string>,
): BookingView | undefined {
  const at = rows.findIndex((row) => row.id === id) + 1
  return [...rows.slice(at), ...rows.slice(0, at)].find(
    (row) =>
      row.id !== id && !done.has(row.id) && row.status === 'lab-processing' && row.reportReleasedAt === null,
  )
}
