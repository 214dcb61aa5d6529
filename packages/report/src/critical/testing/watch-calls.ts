/** For tests: what was recorded and told of a booking's calls about critical values. */
import { streamId } from '@jaanch/eventlog/events'
import type { Person } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { expect } from 'vitest'

export async function remindersOf({ database }: Stack, bookingId: string): Promise<number[]> {
  const { rows } = await database.asOwner(
    `select (data ->> 'step')::int as step from log.events
      where stream_id = $1 and type = 'CriticalValueReminded' order by version`,
    [streamId('booking', bookingId)],
  )
  return rows.map(({ step }) => step)
}

/**
 * The messages of a step, as `lab-partner sms`, with the number of their recipients; 0: the first ones
 * @param admin of all admins, this one counts
 */
export async function toldAt(
  { database }: Stack,
  bookingId: string,
  step: number,
  admin?: Person,
): Promise<Record<string, number>> {
  const { rows } = await database.asOwner(
    `select o.audience || ' ' || o.channel as told, count(*)::int as n from outbox o join log.events e using (position)
      where e.stream_id = $1 and e.type like 'CriticalValue%' and coalesce((e.data ->> 'step')::int, 0) = $2
        and (o.audience <> 'admin' or $3::uuid is null or o.recipient_user_id = $3)
      group by 1`,
    [streamId('booking', bookingId), step, admin?.id],
  )
  return Object.fromEntries(rows.map(({ told, n }) => [told, n]))
}

export async function untilTimerSet({ database }: Stack, bookingId: string, isDone = false): Promise<void> {
  const timer = async () => {
    const { rows } = await database.asOwner(
      `select outcome, lease_token from timers where kind = 'critical-value' and stream_id = $1`,
      [streamId('booking', bookingId)],
    )
    return rows[0] && { outcome: rows[0].outcome, isFree: rows[0].lease_token === null }
  }
  await expect.poll(timer).toEqual({ outcome: isDone ? 'fired' : null, isFree: true })
}
