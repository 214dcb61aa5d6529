import { addDays, istDate } from '@jaanch/contracts/calendar'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { TooManyError } from '../limits/limits.ts'

const sentRow = z.object({ sent: z.number() })

const usedUp = {
  max: 0,
  text: () =>
    'No more codes can be sent by SMS today. Please verify your email address instead, or try again tomorrow.',
}

/**
 * Whoever asks for a code is told that none can come.
 * @param most SMS of a day in India. @throws TooManyError if the workers have sent as many today
 */
export async function refuseIfSmsUsedUp(tx: CommonQueryMethods, most: number, now: Date): Promise<void> {
  const { sent } = await tx.one(sql.type(sentRow)`select sms_of_today() as sent`)
  if (sent < most) return
  const midnight = new Date(`${addDays(istDate(now), 1)}T00:00:00+05:30`)
  throw new TooManyError(usedUp, midnight.getTime() - now.getTime())
}
