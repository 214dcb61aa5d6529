import type { BookingView } from '@jaanch/booking/booking-view'
import { FileClock } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { dayAndTimeText } from '@/lib/format/dates'
import { useNow } from '@/lib/timing'

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

type Expected = NonNullable<BookingView['reportExpected']>

/** @returns when the report is to be expected. After the latest time, which was not followed by a newer one yet, that it is later */
export function reportExpectedText({ likelyBy, latestBy, isLate }: Expected, now: Date): string {
  if (Date.parse(latestBy) < now.getTime()) return 'Report: later than expected'
  const latest = dayAndTimeText(latestBy)
  if (isLate) return `Report: later than expected, now by ${latest}`
  if (likelyBy === latestBy || Date.parse(likelyBy) < now.getTime()) return `Report expected by ${latest}`
  const likely = dayAndTimeText(likelyBy)
  const [day, time] = latest.split(', ')
  return `Report expected by ${likely}; at the latest ${day && likely.startsWith(day) ? time : latest}`
}
