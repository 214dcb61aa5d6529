import { hasBegun, istDate, istMinutes } from '@jaanch/contracts/calendar'
import type { ErrorCode } from '@jaanch/contracts/errors'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import type { OrderedBooking } from './booking.ts'

const hourMs = 3_600_000
const firstMinute = 6 * 60
const slotMinutes = 120

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

/**
 * The slots in which an instant visit may take a place: that in which now + 2 h lies, then that of now + 4 h, if they are slots of
 * today. Slots: `slotNumber`.
 */
export function instantSlots(now: Date): { date: string; slot: number }[] {
  const today = istDate(now)
  return [2, 4].flatMap((hours) => {
    const at = new Date(now.getTime() + hours * hourMs)
    const slot = Math.floor((istMinutes(at) - firstMinute) / slotMinutes) + 1
    return istDate(at) === today && slot >= 1 && slot <= timeSlots.length ? [{ date: today, slot }] : []
  })
}
