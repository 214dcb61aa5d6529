import { listDeadLetters, retryDeadLetter } from '@jaanch/operations/dead-letters'
import { readStatus } from '@jaanch/operations/status'
import { findTroubles } from '@jaanch/operations/troubles'
import { createCustomer, createUser, placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { withOps } from './testing/ops-test.ts'
import { assignOrders, orderOf } from './testing/order-workers.ts'

// dead letters of all consumers are counted, tried again and given up; workers fail on purpose
const it = withOps(ownStackTest({ workers: false }))

const deadLetters = (stack: Stack) => listDeadLetters(stack.database.pool)

describe('a dead letter', () => {
  it('is listed, blocks only its own stream, and is handled when it is retried', async ({
    stack,
    packageId,
    ops,
  }) => {
    const customer = await createCustomer(stack)
    const failing = { isOn: true }
    assignOrders(stack, failing)
    const { id } = await placeBooking(customer, packageId)
    await expect.poll(() => deadLetters(stack)).toHaveLength(1)
    const [letter] = await ops.json('dead', 'list')
    expect(letter).toMatchObject({ streamId: `booking-${id}`, error: 'the printer is on fire' })
    const checked = await ops('status', '--check')
    expect(checked.out).toContain("1 of orders's streams wait for an operator")
    expect(checked.code).toBe(1)

    failing.isOn = false
    const other = await placeBooking(customer, packageId)
    await expect.poll(() => orderOf(stack, other.id)).not.toBeNull()
    expect(await orderOf(stack, id)).toBeNull()

    const retried = await ops('dead', 'retry', String(letter?.id))
    expect(retried).toMatchObject({ code: 0, out: `Dead letter ${letter?.id} is tried again.\n` })
    await expect.poll(() => orderOf(stack, id)).not.toBeNull()
    expect(await deadLetters(stack)).toEqual([])
    const again = await ops('dead', 'retry', String(letter?.id))
    expect(again).toMatchObject({ code: 1, out: '' })
    expect(again.err).toContain(`No dead letter ${letter?.id} waits`)
  })

  it('that is skipped is never handled, and its reason is stored', async ({ stack, packageId, ops }) => {
    const customer = await createCustomer(stack)
    assignOrders(stack, { isOn: true })
    const { id } = await placeBooking(customer, packageId)
    await expect.poll(() => deadLetters(stack)).toHaveLength(1)
    const [letter] = await deadLetters(stack)

    const without = await ops('dead', 'skip', String(letter?.id))
    expect(without.code).toBe(2)
    expect(without.err).toContain('--reason')
    expect(await deadLetters(stack)).toHaveLength(1)

    const skipped = await ops('dead', 'skip', String(letter?.id), '--reason', 'ordered by telephone')
    expect(skipped.code).toBe(0)
    const { rows } = await stack.database.asOwner(
      'select resolution, reason from dead_letters where id = $1',
      [letter?.id],
    )
    expect(rows).toEqual([{ resolution: 'skipped', reason: 'ordered by telephone' }])
    const waits = async () =>
      (await stack.database.asOwner('select from work where stream_id like $1', [`%${id}`])).rowCount
    await expect.poll(waits).toBe(0)
    expect(await orderOf(stack, id)).toBeNull()
  })
})

describe('undeliverable messages', () => {
  it('are reported by the status and can be retried together', async ({ stack, ops }) => {
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
    const checked = await ops('status', '--check')
    expect(checked.out).toContain('3 messages could not be delivered')
    expect(checked.code).toBe(1)

    const retried = await ops('dead', 'retry', '--of', 'email')
    expect(retried).toMatchObject({ code: 0, out: '2 dead letters are tried again.\n' })
    const [last] = await deadLetters(stack)
    expect(last?.consumer).toBe('sms')
    expect((await ops('dead', 'retry')).code).toBe(2)
    expect((await ops('dead', 'retry', String(last?.id))).code).toBe(0)
    expect(await deadLetters(stack)).toEqual([])
    const { rows } = await stack.database.asOwner(
      'select 1 from outbox where outcome is null and attempts = 0',
    )
    expect(rows).toHaveLength(3)
  })
})

describe('dead messages of a channel', () => {
  it('are given up together, by their error and age, on record once, and their codes are gone', async ({
    stack,
    ops,
  }) => {
    const { database } = stack
    await database.asOwner('truncate outbox cascade')
    await database.asOwner('truncate dead_letters')
    await database.asOwner(
      `with dead as (
         insert into outbox (id, channel, recipient_user_id, subject, body, attempts, outcome)
         select gen_random_uuid(), 'sms', $1, '', 'The code is ' || n, 20, 'dead' from generate_series(1, 4) n returning id, body)
       insert into dead_letters (consumer, stream_id, position, message_id, attempts, error, failed_at)
       select 'sms', 'user-' || $1, 0, id, 20, case when body like '% 4' then 'No route' else 'No credit' end,
              case when body like '% 1' then now() else now() - interval '3 hours' end from dead`,
      [await createUser(database, 'customer')],
    )
    const args = ['dead', 'skip', '--of', 'sms', '--error', 'No credit', '--older-than', '2', '--reason']
    expect(await ops.json(...args, 'no news any more')).toEqual({ skipped: 2 })
    expect((await ops(...args, 'again')).err).toContain('No such dead message of sms waits.')
    const { rows } = await database.asOwner('select outcome, body from outbox order by outcome, body')
    expect(rows).toEqual([
      { outcome: 'dead', body: 'The code is 1' },
      { outcome: 'dead', body: 'The code is 4' },
      { outcome: 'skipped', body: null },
      { outcome: 'skipped', body: null },
    ])
    const letters = await database.asOwner('select reason from dead_letters where resolution is not null')
    expect(letters.rows).toEqual([{ reason: 'no news any more' }, { reason: 'no news any more' }])
    expect((await ops('dead', 'skip', '--reason', 'x')).code).toBe(2)
    await database.asOwner('truncate dead_letters')
  })
})

describe('dead letters of one reason', () => {
  it('are counted together and tried again together, the others wait', async ({ stack, ops }) => {
    await stack.database.asOwner(
      `with dead as (
         insert into work (consumer, stream_id, since, upto, is_dead)
         select 'reports', 'booking-' || n, 0, n, true from generate_series(1, 3) n returning *)
       insert into dead_letters (consumer, stream_id, position, attempts, error)
       select consumer, stream_id, upto, 3, case when upto < 3 then E'No answer\\n at ' || upto else 'No paper' end from dead`,
    )
    const { groups } = await ops.json('dead', 'list', '--groups')
    expect(groups).toMatchObject([
      { consumer: 'reports', reason: 'No answer', count: 2 },
      { consumer: 'reports', reason: 'No paper', count: 1 },
    ])
    const args = ['dead', 'retry', '--of', 'reports', '--error', 'No answer']
    expect(await ops.json(...args)).toEqual({ retried: 2 })
    expect(await deadLetters(stack)).toMatchObject([{ error: 'No paper' }])
    expect(await ops(...args)).toMatchObject({
      code: 1,
      err: 'No dead letter of reports waits with this error.\n',
    })
    await stack.database.asOwner('delete from work')
    await stack.database.asOwner('delete from dead_letters')
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
    const trouble = '1 timers could not fire.'
    expect(await readTroubles()).toContain(trouble)
    const [dead] = await listDeadLetters(database.pool)
    await retryDeadLetter(database.pool, dead?.id ?? 0, 'operator')
    expect(await readTroubles()).not.toContain(trouble)
    const { rows } = await database.asOwner('select attempts, outcome, due_at <= now() as is_due from timers')
    expect(rows).toEqual([{ attempts: 0, outcome: null, is_due: true }])
  })
})
