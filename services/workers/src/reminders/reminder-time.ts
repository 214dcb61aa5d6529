import { addDays, slotStart } from '@jaanch/contracts/calendar'

/** Fasting begins overnight: the reminder comes at eight in the evening in India, the day before the collection. */
const reminderTime = '20:00'

/** @param scheduledDate YYYY-MM-DD in India */
export function reminderAt(scheduledDate: string): Date {
  return slotStart(addDays(scheduledDate, -1), reminderTime)
}
