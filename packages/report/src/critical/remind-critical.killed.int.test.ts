import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BookingEvent } from '@jaanch/booking/events'
import { streamId } from '@jaanch/eventlog/events'
import { startService } from '@jaanch/tests/support/service-process'
import { stackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { describe, expect, onTestFinished } from 'vitest'
import { remindersOf, toldAt, untilTimerSet } from './testing/watch-calls.ts'

const minutes = 60_000
const it = stackTest({ workers: false })

describe('a worker process that is killed', () => {
  it('between the reminder and the end of its timer is followed by another one, which reminds of it no second time', async ({
    stack,
    admin,
    lab,
    bookingInStatus,
    appender,
  }) => {
    const { database } = stack
    const bookingId = await bookingInStatus('lab-processing')
    const stream = streamId('booking', bookingId)
    const { rows: events } = await database.asOwner(
      'select max(version)::int as version from log.events where stream_id = $1',
      [stream],
    )
    // found 20 minutes ago: the first reminder is due at once
    const found: BookingEvent = {
      type: 'CriticalValueFound',
      data: { callId: randomUUID(), reportId: randomUUID() },
    }
    await appender.append({
      id: randomUUID(),
      streamId: stream,
      expected: events[0].version,
      events: [{ ...found, at: new Date(Date.now() - 20 * minutes) }],
      actor: `lab-partner:${lab.id}`,
    })
    // the timer can't be settled: the process stands there when it is killed
    const holder = await database.pool.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('select pg_advisory_lock(1)')
    await database.asOwner(
      `create function hold_timer() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
       create trigger hold_timer before update on timers for each row
         when (old.kind = 'critical-value' and new.due_at <> old.due_at) execute function hold_timer()`,
    )
    const env = {
      DATABASE_URL: database.serviceUrl,
      REDIS_URL: stack.redisUrl,
      DATA_DIR: await mkdtemp(join(tmpdir(), 'critical-')),
      ALLOW_KNOWN_SECRETS: '1',
      JWT_SECRET: 'a secret of the tests that is long enough',
    }
    const first = await startService('workers', env)
    onTestFinished(() => first.kill())
    await expect.poll(() => remindersOf(stack, bookingId)).toEqual([1])
    await first.kill()
    await database.asOwner(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%timers%' and pid <> pg_backend_pid() and state = 'active'`,
    )
    await database.asOwner('drop trigger hold_timer on timers; drop function hold_timer')
    const { rows } = await database.asOwner(
      `select lease_token from timers where kind = 'critical-value' and stream_id = $1`,
      [stream],
    )
    expect(rows[0].lease_token).not.toBeNull()

    const second = await startService('workers', env)
    onTestFinished(() => second.kill())
    await untilTimerSet(stack, bookingId)
    await untilMessagesSent(database)
    expect(await remindersOf(stack, bookingId)).toEqual([1])
    expect(await toldAt(stack, bookingId, 0)).toMatchObject({ 'lab-partner email': 1, 'customer email': 1 })
    expect(await toldAt(stack, bookingId, 1, admin)).toMatchObject({
      'lab-partner email': 1,
      'admin email': 1,
    })
    const { rows: messages } = await database.asOwner(
      `select count(*)::int as all, count(distinct (position, channel, recipient_user_id))::int as different from outbox where stream_id = $1`,
      [stream],
    )
    expect(messages[0].all).toBe(messages[0].different)
  })
})
