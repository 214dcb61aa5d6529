import { addDays, hasBegun } from '@jaanch/contracts/calendar'
import type { TemplateData } from './template-data.ts'

/**
 * Whether a message about a visit comes too late to be of use: a reminder to fast when the visit has begun, and that the collector is on
 * the way on a later day. All other news stays true.
 * @param facts of the booking as it was at the event
 */
export function isNewsOver(
  kind: string,
  { scheduledDate, scheduledTime }: Pick<TemplateData, 'scheduledDate' | 'scheduledTime'>,
  now: Date,
): boolean {
  if (scheduledDate === null) return false
  if (kind === 'fasting-reminder') return hasBegun(scheduledDate, scheduledTime ?? '00:00', now)
  return kind === 'sample-collection' && hasBegun(addDays(scheduledDate, 1), '00:00', now)
}
