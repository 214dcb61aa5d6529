import type { OrderedBooking } from '@jaanch/contracts/booking'
import { hasBegun, istDate } from '@jaanch/contracts/calendar'
import type { ErrorCode } from '@jaanch/contracts/errors'

type Schedule = Pick<OrderedBooking, 'collectionType' | 'scheduledDate' | 'scheduledTime'>

/**
 * An instant collection has neither date nor time. A scheduled one has a date (YYYY-MM-DD in India) that is not past, and
 * one of the offered times that has not begun.
 * @returns why the schedule is refused, or undefined
 */
export function refusalOfSchedule(
  { collectionType, scheduledDate: date, scheduledTime: time }: Schedule,
  offeredTimes: readonly string[],
  now: Date,
): ErrorCode | undefined {
  if (collectionType === 'instant') return date === null && time === null ? undefined : 'invalid'
  if (date === null || time === null || !offeredTimes.includes(time)) return 'invalid'
  if (date < istDate(now)) return 'date-past'
  if (hasBegun(date, time, now)) return 'slot-begun'
  return undefined
}
