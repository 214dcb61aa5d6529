import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'
import type { OutboxMessage } from './outbox-messages.ts'

/** @returns why a message is not sent; undefined: it is */
export type Admit = (message: Pick<OutboxMessage, 'channel' | 'attempts'>) => Promise<string | undefined>

/**
 * Counts the SMS of the day in Postgres, which all workers share: those of a moment with one statement. One that is tried again was
 * counted before; the gateway recognises it by its id.
 * @param most SMS of a day in India
 */
export function createSmsBudget(pool: pg.Pool, most: number): Admit {
  const take = batchCalls(async (wanted: number[]): Promise<boolean[]> => {
    const { rows } = await pool.query<{ granted: number }>({
      name: 'take sms',
      text: 'select take_sms($1, $2) as granted',
      values: [wanted.length, most],
    })
    return wanted.map((_, index) => index < (rows[0]?.granted ?? 0))
  })

  return async ({ channel, attempts }) => {
    if (channel !== 'sms' || attempts > 0 || (await take(1))) return undefined
    return `the installation had ${most} SMS today (SMS_PER_DAY)`
  }
}
