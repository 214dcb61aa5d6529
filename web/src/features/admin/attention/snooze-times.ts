import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'

const hour = 3_600_000

export const snoozeTimes = ['hour', 'tomorrow', 'days'] as const
export type SnoozeTime = (typeof snoozeTimes)[number]

/** @returns in an hour, tomorrow at 9:00 am in India, or in three days */
export function snoozedUntil(time: SnoozeTime, now: Date): Date {
  if (time === 'tomorrow') return slotStart(addDays(istDate(now), 1), '09:00')
  return new Date(now.getTime() + (time === 'hour' ? hour : 72 * hour))
}
