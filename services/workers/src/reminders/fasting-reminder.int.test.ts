import { randomUUID } from 'node:crypto'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { streamId } from '@jaanch/contracts/events/streams'
import type { TimerJob } from '@jaanch/contracts/jobs'
import { details } from '@jaanch/domain/testing/bookings'
import type { Appender } from '@jaanch/eventlog/appender'
import { readStream } from '@jaanch/eventlog/read'
import { listDeadLetters, skipDeadLetter } from '@jaanch/operations/dead-letters'
import { readEvent } from '@jaanch/operations/read-event'
import { readQueuePrefix } from '@jaanch/platform/queues'
import { createPackage, createUser } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect } from 'vitest'
import { setFastingTimers } from './fasting-timers.ts'

const it = ownStackTest({ workers: false })
  .extend('redis', { scope: 'file' }, async ({ stack }, { onCleanup }) => {
    const redis = new Redis(stack.redisUrl, { maxRetriesPerRequest: null })
    onCleanup(() => redis.disconnect())
    return redis
  })
  .extend('usual', { scope: 'file' }, ({ stack }) => createPackage(stack.database))
  .extend('fasting', { scope: 'file' }, ({ stack }) =>
    createPackage(stack.database, { name: 'Lipid Profile' }),
  )

const retryPolicy = { attempts: 2, baseMs: 10, maxMs: 10 }

/** Eight in the evening in India, the day before the collections of these tests */
const evening = new Date('2026-03-09T14:30:00Z')
let clock = new Date('2026-03-01T04:00:00Z')

it.beforeAll(async ({ stack, redis, fasting }) => {
  await redis.flushdb()
  for (let n = 0; n < 2; n += 1) stack.work({ now: () => clock, pollMs: 100, retryPolicy })
  await stack.database.asOwner(
    'update packages set fasting_required = true, fasting_hours = 10 where id = $1',
    [fasting],
  )
})

type BookingOptions = { packageId?: string; at?: string; instant?: boolean; proposed?: boolean }

/** Appends a booking for 10 March, 8 to 10 am. @param at when it was placed @returns its id */
async function book(
  { stack, appender, fasting }: { stack: Stack; appender: Appender; fasting: string },
  { packageId = fasting, at = '2026-03-01T04:00:00Z', instant, proposed }: BookingOptions = {},
): Promise<string> {
  const bookingId = randomUUID()
  const customerId = await createUser(stack.database, 'customer')
  const data = {
    ...details,
    bookingId,
    customerId,
    lines: [{ packageId, name: 'Lipid Profile', price: 49_900 }],
    scheduledDate: '2026-03-10',
    ...(instant && { collectionType: 'instant' as const, scheduledDate: null, scheduledTime: null }),
    total: 49_900,
    discount: 0,
    final: 49_900,
  }
  const opening: BookingEvent = proposed
    ? { type: 'OrderProposed', data: { ...data, prescriptionId: randomUUID() } }
    : { type: 'BookingPlaced', data }
  await append(appender, bookingId, { ...opening, at: new Date(at) })
  return bookingId
}

/** Moves a booking to another day in March. @param at when it was moved */
async function reschedule(appender: Appender, bookingId: string, day: number, at: string): Promise<void> {
  const scheduledDate = `2026-03-${String(day).padStart(2, '0')}`
  const data = {
    by: 'customer',
    scheduledDate,
    scheduledTime: '08:00-10:00',
    visitId: null,
    place: null,
  } as const
  await append(appender, bookingId, { type: 'BookingRescheduled', data, at: new Date(at) })
}

const eveningBefore = (day: number) => new Date(`2026-03-${String(day - 1).padStart(2, '0')}T14:30:00Z`)

async function append(
  appender: Appender,
  bookingId: string,
  ...events: (BookingEvent & { at?: Date })[]
): Promise<void> {
  const stream = streamId('booking', bookingId)
  await appender.append({
    id: randomUUID(),
    streamId: stream,
    expected: 'any',
    events,
    actor: 'system:test',
    correlationId: `request of ${bookingId}`,
  })
}

async function timerOf(stack: Stack, bookingId: string) {
  const { rows } = await stack.database.asOwner('select * from timers where stream_id = $1', [
    `booking-${bookingId}`,
  ])
  return rows[0]
}

async function remindersOf(stack: Stack, bookingId: string): Promise<number> {
  const events = await readStream(stack.database.pool, streamId('booking', bookingId))
  return events.filter(({ type }) => type === 'FastingReminderDue').length
}

const isFired = async (stack: Stack, bookingId: string) =>
  (await timerOf(stack, bookingId))?.fired_at !== null

describe('the fasting reminder', () => {
  it('is due at eight on the evening before, and only when a test requires fasting and a time is agreed', async ({
    stack,
    appender,
    usual,
    fasting,
  }) => {
    const [fastingBooking, usualBooking, instant, proposed] = await Promise.all([
      book({ stack, appender, fasting }),
      book({ stack, appender, fasting }, { packageId: usual }),
      book({ stack, appender, fasting }, { instant: true }),
      book({ stack, appender, fasting }, { proposed: true }),
    ])
    await untilMessagesSent(stack.database)
    expect((await timerOf(stack, fastingBooking)).due_at).toEqual(evening)
    for (const id of [usualBooking, instant, proposed]) expect(await timerOf(stack, id)).toBeUndefined()
    await append(appender, proposed, {
      type: 'OrderConfirmed',
      data: {},
      at: new Date('2026-03-02T04:00:00Z'),
    })
    await untilMessagesSent(stack.database)
    expect((await timerOf(stack, proposed)).due_at).toEqual(evening)
  })

  it('is a delayed job in Redis with its kind as name, which contains only the id of the timer', async ({
    stack,
    appender,
    redis,
    fasting,
  }) => {
    const id = await book({ stack, appender, fasting })
    await untilMessagesSent(stack.database)
    const queue = new Queue<TimerJob>('timers', {
      connection: redis,
      prefix: await readQueuePrefix(stack.database.pool),
    })
    const timer = await timerOf(stack, id)
    await expect.poll(async () => (await queue.getJob(timer.id))?.data).toEqual({ timerId: timer.id })
    expect(await queue.getJob(timer.id)).toMatchObject({
      name: 'fasting-reminder',
      delay: evening.getTime() - clock.getTime(),
    })
    await queue.close()
  })

  it('is not set after that hour: the message about the booking includes the advice', async ({
    stack,
    appender,
    fasting,
  }) => {
    const id = await book({ stack, appender, fasting }, { at: '2026-03-09T14:30:00Z' })
    await untilMessagesSent(stack.database)
    expect(await timerOf(stack, id)).toBeUndefined()
    const { rows } = await stack.database.asOwner(
      "select body from outbox where stream_id = $1 and notification_kind = 'booking-placed' and channel = 'email'",
      [`booking-${id}`],
    )
    expect(rows[0].body).toContain(
      'Please eat and drink nothing but water for 10 hours before the collection.',
    )
  })

  it('is sent once when it is due although Redis lost the job, and not for cancelled or collected bookings', async ({
    stack,
    appender,
    redis,
    fasting,
  }) => {
    const [open, cancelled, collected] = await Promise.all([
      book({ stack, appender, fasting }),
      book({ stack, appender, fasting }),
      book({ stack, appender, fasting }),
    ])
    await append(appender, cancelled, { type: 'BookingCancelled', data: { reason: 'other' } })
    await append(
      appender,
      collected,
      { type: 'BookingConfirmed', data: {} },
      { type: 'SampleCollectionStarted', data: {} },
    )
    await untilMessagesSent(stack.database)
    await redis.flushdb()
    clock = new Date(evening.getTime() - 1_000)
    await untilMessagesSent(stack.database)
    expect(await isFired(stack, open)).toBe(false)

    clock = evening
    for (const id of [open, cancelled, collected]) await expect.poll(() => isFired(stack, id)).toBe(true)
    await untilMessagesSent(stack.database)
    expect(await Promise.all([open, cancelled, collected].map((id) => remindersOf(stack, id)))).toEqual([
      1, 0, 0,
    ])
    const { rows } = await stack.database.asOwner(
      `select outcome, subject, body from outbox where stream_id = $1 and notification_kind = 'fasting-reminder'`,
      [`booking-${open}`],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      outcome: 'sent',
      subject: expect.stringContaining('Please fast for your test tomorrow'),
    })
    expect(rows[0].body).toContain('Tuesday, 10 March 2026')
  })

  it('follows from the event that set its timer, and from the request of that event', async ({
    stack,
    appender,
    fasting,
  }) => {
    clock = new Date('2026-03-01T04:00:00Z')
    const id = await book({ stack, appender, fasting })
    await untilMessagesSent(stack.database)
    clock = evening
    await expect.poll(() => isFired(stack, id)).toBe(true)
    const events = await readStream(stack.database.pool, streamId('booking', id))
    const [placed, reminder] = ['BookingPlaced', 'FastingReminderDue'].map((type) =>
      events.find((event) => event.type === type),
    )
    expect(reminder).toMatchObject({
      causationId: placed?.position,
      correlationId: placed?.correlationId,
      actor: 'system:reminders',
    })
    const { effects } = await readEvent(stack.database.pool, placed?.position as number)
    const byReminders = effects.find(({ what }) => what === 'reminders')
    expect(byReminders?.steps.map(({ what }) => what)).toContain('FastingReminderDue')
  })

  it('is sent once although the timer fires twice', async ({ stack, appender, fasting }) => {
    clock = new Date('2026-03-01T04:00:00Z')
    const id = await book({ stack, appender, fasting })
    await untilMessagesSent(stack.database)
    clock = evening
    await expect.poll(() => isFired(stack, id)).toBe(true)
    await stack.database.asOwner('update timers set outcome = null, fired_at = null where stream_id = $1', [
      `booking-${id}`,
    ])
    await expect.poll(() => isFired(stack, id)).toBe(true)
    await untilMessagesSent(stack.database)
    expect(await remindersOf(stack, id)).toBe(1)
  })

  it('is not sent when the timer fires after the collection began', async ({ stack, appender, fasting }) => {
    clock = new Date('2026-03-01T04:00:00Z')
    const id = await book({ stack, appender, fasting })
    await untilMessagesSent(stack.database)
    clock = new Date('2026-03-10T02:30:00Z')
    await expect.poll(() => isFired(stack, id)).toBe(true)
    expect(await remindersOf(stack, id)).toBe(0)
  })

  it('moves with the visit, to an earlier and to a later day', async ({ stack, appender, fasting }) => {
    clock = new Date('2026-03-01T04:00:00Z')
    const [earlier, later, unmoved] = await Promise.all([
      book({ stack, appender, fasting }),
      book({ stack, appender, fasting }),
      book({ stack, appender, fasting }),
    ])
    await untilMessagesSent(stack.database)
    await reschedule(appender, earlier, 8, '2026-03-02T04:00:00Z')
    await reschedule(appender, later, 14, '2026-03-02T04:00:00Z')
    await untilMessagesSent(stack.database)
    expect((await timerOf(stack, earlier)).due_at).toEqual(eveningBefore(8))
    expect((await timerOf(stack, later)).due_at).toEqual(eveningBefore(14))

    clock = eveningBefore(8)
    await expect.poll(() => isFired(stack, earlier)).toBe(true)
    clock = evening
    await expect.poll(() => isFired(stack, unmoved)).toBe(true)
    expect(await isFired(stack, later)).toBe(false)
    clock = eveningBefore(14)
    await expect.poll(() => isFired(stack, later)).toBe(true)
    for (const id of [earlier, later, unmoved]) expect(await remindersOf(stack, id)).toBe(1)
  })

  it('is set again for a visit that is moved to a later day after it was sent, once', async ({
    stack,
    appender,
    fasting,
  }) => {
    clock = new Date('2026-03-01T04:00:00Z')
    const id = await book({ stack, appender, fasting })
    await untilMessagesSent(stack.database)
    clock = evening
    await expect.poll(() => isFired(stack, id)).toBe(true)
    await reschedule(appender, id, 14, '2026-03-09T15:00:00Z')
    await expect.poll(async () => (await timerOf(stack, id)).due_at).toEqual(eveningBefore(14))
    expect(await isFired(stack, id)).toBe(false)
    clock = eveningBefore(14)
    await expect.poll(() => isFired(stack, id)).toBe(true)
    await stack.database.asOwner('update timers set outcome = null, fired_at = null where stream_id = $1', [
      `booking-${id}`,
    ])
    await expect.poll(() => isFired(stack, id)).toBe(true)
    expect(await remindersOf(stack, id)).toBe(2)
    const events = await readStream(stack.database.pool, streamId('booking', id))
    const moved = events.find(({ type }) => type === 'BookingRescheduled')
    expect(events.findLast(({ type }) => type === 'FastingReminderDue')?.causationId).toBe(moved?.position)
    const { effects } = await readEvent(stack.database.pool, moved?.position as number)
    expect(effects.find(({ what }) => what === 'reminders')?.steps.map(({ what }) => what)).toContain(
      'FastingReminderDue',
    )
  })

  it('waits for the new day when its timer fires without knowing of the move', async ({
    stack,
    appender,
    fasting,
  }) => {
    clock = new Date('2026-03-01T04:00:00Z')
    const id = await book({ stack, appender, fasting })
    await reschedule(appender, id, 14, '2026-03-02T04:00:00Z')
    await untilMessagesSent(stack.database)
    clock = evening
    await stack.database.asOwner('update timers set due_at = $2 where stream_id = $1', [
      `booking-${id}`,
      evening,
    ])
    await expect.poll(async () => (await timerOf(stack, id)).due_at).toEqual(eveningBefore(14))
    expect([await isFired(stack, id), await remindersOf(stack, id)]).toEqual([false, 0])
  })

  it('of a visit that is moved to tomorrow after eight in the evening is the advice in the message', async ({
    stack,
    appender,
    fasting,
  }) => {
    clock = new Date('2026-03-01T04:00:00Z')
    const id = await book({ stack, appender, fasting })
    await reschedule(appender, id, 20, '2026-03-02T04:00:00Z')
    await untilMessagesSent(stack.database)
    await reschedule(appender, id, 10, '2026-03-09T14:30:00Z')
    await untilMessagesSent(stack.database)
    const { rows } = await stack.database.asOwner(
      `select body from outbox where stream_id = $1 and notification_kind = 'visit-moved' and channel = 'email' order by position`,
      [`booking-${id}`],
    )
    expect(rows[1].body).toContain('nothing but water for 10 hours')
    expect(rows[1].body).toMatch(/now on Tuesday, 10 March 2026.*, instead of on Friday, 20 March 2026/)
    clock = eveningBefore(20)
    await expect.poll(() => isFired(stack, id)).toBe(true)
    expect(await remindersOf(stack, id)).toBe(0)
  })

  it('becomes a dead letter after the last attempt, which an operator skips', async ({ stack }) => {
    const { database } = stack
    const streamId = `user-${randomUUID()}`
    await database.asOwner(
      "insert into timers (kind, stream_id, due_at) values ('fasting-reminder', $1, '2026-03-01T00:00:00Z')",
      [streamId],
    )
    const readTimer = async () =>
      (await database.asOwner('select attempts, outcome from timers where stream_id = $1', [streamId]))
        .rows[0]
    await expect.poll(readTimer).toEqual({ attempts: 1, outcome: null })
    clock = new Date(clock.getTime() + 1_000)
    await expect.poll(readTimer).toEqual({ attempts: 2, outcome: 'dead' })
    const [dead] = await listDeadLetters(database.pool)
    expect(dead).toMatchObject({ consumer: 'timers', streamId, position: 0, attempts: 2 })
    await skipDeadLetter(database.pool, dead?.id ?? 0, { reason: 'no booking', operator: 'admin:test' })
    expect(await readTimer()).toEqual({ attempts: 2, outcome: 'skipped' })
  })

  it('that is dead and set again by a move dies with a letter of its own, and the first one is answered', async ({
    stack,
    fasting,
  }) => {
    const { database } = stack
    clock = new Date('2026-03-01T04:00:00Z')
    const stream = `user-${randomUUID()}`
    const set = (dueAt: Date, isMove: boolean) =>
      setFastingTimers(database.pool, [{ streamId: stream, packageIds: [fasting], dueAt, isMove }])
    const letters = async () =>
      (
        await database.asOwner(
          'select attempts, resolution, resolved_by as by from dead_letters where stream_id = $1 order by id',
          [stream],
        )
      ).rows
    const die = async () => {
      await expect
        .poll(async () => {
          clock = new Date(clock.getTime() + 1_000)
          const { rows } = await database.asOwner('select outcome from timers where stream_id = $1', [stream])
          return rows[0].outcome
        })
        .toBe('dead')
    }
    await set(new Date('2026-03-01T00:00:00Z'), false)
    await die()
    expect(await letters()).toEqual([{ attempts: 2, resolution: null, by: null }])

    await set(new Date('2026-03-01T01:00:00Z'), true)
    expect(await letters()).toEqual([{ attempts: 2, resolution: 'retried', by: 'system:timers' }])
    await die()
    expect(await letters()).toEqual([
      { attempts: 2, resolution: 'retried', by: 'system:timers' },
      { attempts: 2, resolution: null, by: null },
    ])
  })

  it('whose last attempt ended with its process becomes a dead letter', async ({
    stack,
    appender,
    fasting,
  }) => {
    const { database } = stack
    clock = new Date('2026-03-01T04:00:00Z')
    const id = await book({ stack, appender, fasting })
    await untilMessagesSent(database)
    await database.asOwner(
      `update timers set attempts = 1, lease_token = gen_random_uuid(), begun_at = now(), leased_until = now() - interval '1 second'
        where stream_id = $1`,
      [`booking-${id}`],
    )
    clock = evening
    await expect.poll(async () => (await timerOf(stack, id)).outcome).toBe('dead')
    expect(await remindersOf(stack, id)).toBe(0)
  })
})
