import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import type { Audience } from '../channels.ts'
import type { Admit } from './outbox-sender.ts'

/**
 * Counts the SMS of the day in Postgres, which all workers share: those of a moment with one statement. One that is tried again was
 * counted before; the gateway recognises it by its id. News of days in which the channel was paused are sent before those of today: they
 * get half of the budget at most. What is urgent is sent without one.
 * @param most SMS of a day in India
 * @param isUrgent whether nothing holds the message back
 */
export function createSmsBudget(
  pool: pg.Pool,
  most: number,
  isUrgent: (kind: string, audience: Audience) => boolean,
): Admit {
  const takeUpTo = (limit: number) =>
    batchCalls(async (wanted: number[]): Promise<boolean[]> => {
      const { rows } = await pool.query<{ granted: number }>({
        name: 'take sms',
        text: 'select take_sms($1, $2) as granted',
        values: [wanted.length, limit],
      })
      return wanted.map((_, index) => index < (rows[0]?.granted ?? 0))
    })
  const take = takeUpTo(most)
  const ofOld = Math.floor(most / 2)
  const takeOld = takeUpTo(ofOld)

  return async ({ channel, attempts, isOld, about }) => {
    if (about && isUrgent(about.kind, about.audience)) return undefined
    if (channel !== 'sms' || attempts > 0 || (await (isOld ? takeOld : take)(1))) return undefined
    return isOld
      ? `it is old, and the installation had ${ofOld} SMS today (half of SMS_PER_DAY)`
      : `the installation had ${most} SMS today (SMS_PER_DAY)`
  }
}
