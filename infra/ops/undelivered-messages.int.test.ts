import { listDeadLetters, retryDeadLetter } from '@jaanch/operations/dead-letters'
import { readStatus } from '@jaanch/operations/status'
import { findTroubles } from '@jaanch/operations/troubles'
import { createUser } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { runOps } from './testing.ts'

const it = ownStackTest({ workers: false }).extend('env', { scope: 'file' }, ({ stack }) => ({
  DATABASE_URL: stack.database.serviceUrl,
  REDIS_URL: stack.redisUrl,
}))

const deadLetters = (stack: Stack) => listDeadLetters(stack.database.pool)

describe('undeliverable messages', () => {
  it('are reported by the status and can be retried together', async ({ stack, env }) => {
    const userId = await createUser(stack.database, 'customer')
    await stack.database.asOwner(
      `with dead as (
         insert into outbox (id, channel, recipient_user_id, subject, body, attempts, outcome)
         select gen_random_uuid(), channel, $1, 'A subject', 'Dear reader', 20, 'dead'
           from unnest(array['email', 'email', 'sms']) channel returning id, channel)
       insert into dead_letters (consumer, stream_id, position, message_id, attempts, error)
       select channel, 'user-' || $1, 0, id, 20, 'The mail server failed' from dead`,
      [userId],
    )
    const checked = await runOps(env, 'status', '--check')
    expect(checked.out).toContain('3 messages could not be delivered')
    expect(checked.code).toBe(1)

    const retried = await runOps(env, 'dead', 'retry', '--of', 'email')
    expect(retried.out).toMatch(/^(Dead letter \d+ is tried again\.\n){2}$/)
    const [last] = await deadLetters(stack)
    expect(last?.consumer).toBe('sms')
    expect((await runOps(env, 'dead', 'retry')).code).toBe(2)
    expect((await runOps(env, 'dead', 'retry', String(last?.id))).code).toBe(0)
    expect(await deadLetters(stack)).toEqual([])
    const { rows } = await stack.database.asOwner(
      'select 1 from outbox where outcome is null and attempts = 0',
    )
    expect(rows).toHaveLength(3)
  })
})

describe('timers whose last attempt failed', () => {
  it('are reported by the status until an operator retries them', async ({ stack }) => {
    const { database } = stack
    await database.asOwner(
      `with dead as (
         insert into timers (kind, stream_id, due_at, attempts, outcome)
         values ('fasting-reminder', 'booking-1', now() + interval '1 day', 18, 'dead') returning id)
       insert into dead_letters (consumer, stream_id, position, timer_id, attempts, error)
       select 'timers', 'booking-1', 0, id, 18, 'Postgres was unavailable' from dead`,
    )
    const readTroubles = async () => findTroubles(await readStatus(database.pool), []).map(({ text }) => text)
    const trouble = '1 timers could not fire: see npm run ops -- dead list.'
    expect(await readTroubles()).toContain(trouble)
    const [dead] = await listDeadLetters(database.pool)
    await retryDeadLetter(database.pool, dead?.id ?? 0, 'operator')
    expect(await readTroubles()).not.toContain(trouble)
    const { rows } = await database.asOwner('select attempts, outcome, due_at <= now() as is_due from timers')
    expect(rows).toEqual([{ attempts: 0, outcome: null, is_due: true }])
  })
})
