import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { dayAndTimeText } from '@/lib/format/dates'

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
