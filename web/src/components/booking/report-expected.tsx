import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { FileClock } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { useNow } from '@/lib/timing'
import { reportExpectedText } from './report-texts'

/** When the report of a booking is to be expected; nothing if it is not awaited. */
export function ReportExpected({ booking }: { booking: Pick<BookingView, 'reportExpected'> }) {
  return booking.reportExpected ? <Awaited expected={booking.reportExpected} /> : null
}

function Awaited({ expected }: { expected: NonNullable<BookingView['reportExpected']> }) {
  const now = useNow()
  const isLate = expected.isLate || Date.parse(expected.latestBy) < now.getTime()
  return (
    <p className={cn('mt-3 flex gap-2 text-sm tabular-nums', isLate ? 'font-medium' : 'text-ink-soft')}>
      <FileClock className="mt-0.5 size-4 shrink-0" aria-hidden />
      {reportExpectedText(expected, now)}
    </p>
  )
}
