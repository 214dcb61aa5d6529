import { randomUUID } from 'node:crypto'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { streamId } from '@jaanch/contracts/events/streams'
import type { TimerJob } from '@jaanch/contracts/jobs'
import { details } from '@jaanch/domain/testing/bookings'
import type { Appender } from '@jaanch/eventlog/appender'
import { readStream } from '@jaanch/eventlog/read'
import { readQueuePrefix } from '@jaanch/platform/queues'
import { createPackage, createUser } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false })
  .extend('redis', { scope: 'file' }, async ({ stack }, { onCleanup }) => {
    const redis = new Redis(stack.redisUrl, { maxRetriesPerRequest: null })
    onCleanup(() => redis.disconnect())
    return redis
  })
  .extend('usual', { scope: 'file' }, ({ stack }) => createPackage(stack.database))
  .extend('fasting', { scope: 'file' }, ({ stack }) =>
    createPackage(stack.database, { name: 'Lipid Profile' }),
  )

const soon = { timeout: 10_000 }

/** Eight in the evening in India, the day before the collections of these tests */
const evening = new Date('2026-03-09T14:30:00Z')
let clock = new Date('2026-03-01T04:00:00Z')

it.beforeAll(async ({ stack, redis, fasting }) => {
  await redis.flushdb()
  for (let n = 0; n < 2; n += 1) stack.work({ now: () => clock })
  await stack.database.asOwner(
    'update packages set fasting_required = true, fasting_hours = 10 where id = $1',
    [fasting],
  )
})

type Change = { packageId?: string; at?: string; instant?: boolean; proposed?: boolean }

/** Appends a booking of 10 March, 8 to 10 am, as it was placed at a time. @returns its id */
async function book(
  { stack, appender, fasting }: { stack: Stack; appender: Appender; fasting: string },
  { packageId = fasting, at = '2026-03-01T04:00:00Z', instant, proposed }: Change = {},
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

async function append(
  appender: Appender,
  bookingId: string,
  ...events: (BookingEvent & { at?: Date })[]
): Promise<void> {
  const stream = streamId('booking', bookingId)
  await appender.append({ id: randomUUID(), streamId: stream, expected: 'any', events, actor: 'system:test' })
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

async function untilNothingIsToDo(stack: Stack): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await stack.database.asOwner(`
      select (select count(*)::int from work) + (select count(*)::int from outbox where outcome is null) +
             (select count(*)::int from work_consumers where cursor < (select max(position) from log.events)) as n`)
        ).rows[0].n,
      soon,
    )
    .toBe(0)
}

const isFired = async (stack: Stack, bookingId: string) =>
  (await timerOf(stack, bookingId))?.fired_at !== null

describe('the reminder to fast', () => {
  it('is set for eight in the evening before, and only where a test needs it and a time was agreed', async ({
    stack,
    appender,
    usual,
    fasting,
  }) => {
    const [yes, no, instant, asked] = await Promise.all([
      book({ stack, appender, fasting }),
      book({ stack, appender, fasting }, { packageId: usual }),
      book({ stack, appender, fasting }, { instant: true }),
      book({ stack, appender, fasting }, { proposed: true }),
    ])
    await untilNothingIsToDo(stack)
    expect((await timerOf(stack, yes)).due_at).toEqual(evening)
    for (const id of [no, instant, asked]) expect(await timerOf(stack, id)).toBeUndefined()
    await append(appender, asked, { type: 'OrderConfirmed', data: {}, at: new Date('2026-03-02T04:00:00Z') })
    await untilNothingIsToDo(stack)
    expect((await timerOf(stack, asked)).due_at).toEqual(evening)
  })

  it('waits in Redis as a delayed job that names the timer and nothing else', async ({
    stack,
    appender,
    redis,
    fasting,
  }) => {
    const id = await book({ stack, appender, fasting })
    await untilNothingIsToDo(stack)
    const queue = new Queue<TimerJob>('timers', {
      connection: redis,
      prefix: await readQueuePrefix(stack.database.pool),
    })
    const timer = await timerOf(stack, id)
    await expect.poll(async () => (await queue.getJob(timer.id))?.data, soon).toEqual({ timerId: timer.id })
    expect((await queue.getJob(timer.id))?.delay).toBe(evening.getTime() - clock.getTime())
    await queue.close()
  })

  it('is not set after that hour: the message of the booking says it at that moment', async ({
    stack,
    appender,
    fasting,
  }) => {
    const id = await book({ stack, appender, fasting }, { at: '2026-03-09T14:30:00Z' })
    await untilNothingIsToDo(stack)
    expect(await timerOf(stack, id)).toBeUndefined()
    const { rows } = await stack.database.asOwner(
      "select body from outbox where stream_id = $1 and notification_kind = 'booking-placed' and channel = 'email'",
      [`booking-${id}`],
    )
    expect(rows[0].body).toContain(
      'Please eat and drink nothing but water for 10 hours before the collection.',
    )
  })

  it('comes once at its hour although Redis forgot it, and not to who cancelled or has not confirmed', async ({
    stack,
    appender,
    redis,
    fasting,
  }) => {
    const [kept, cancelled, declined] = await Promise.all([
      book({ stack, appender, fasting }),
      book({ stack, appender, fasting }),
      book({ stack, appender, fasting }),
    ])
    await append(appender, cancelled, { type: 'BookingCancelled', data: { reason: 'other' } })
    await append(
      appender,
      declined,
      { type: 'BookingConfirmed', data: {} },
      { type: 'SampleCollectionStarted', data: {} },
    )
    await untilNothingIsToDo(stack)
    await redis.flushdb()
    clock = new Date(evening.getTime() - 1_000)
    await untilNothingIsToDo(stack)
    expect(await isFired(stack, kept)).toBe(false)

    clock = evening
    for (const id of [kept, cancelled, declined]) await expect.poll(() => isFired(stack, id), soon).toBe(true)
    await untilNothingIsToDo(stack)
    expect(await Promise.all([kept, cancelled, declined].map((id) => remindersOf(stack, id)))).toEqual([
      1, 0, 0,
    ])
    const { rows } = await stack.database.asOwner(
      `select outcome, subject, body from outbox where stream_id = $1 and notification_kind = 'fasting-reminder'`,
      [`booking-${kept}`],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      outcome: 'sent',
      subject: expect.stringContaining('Please fast for your test tomorrow'),
    })
    expect(rows[0].body).toContain('Tuesday, 10 March 2026')
  })

  it('comes once although whoever rang it died before it could write so', async ({
    stack,
    appender,
    fasting,
  }) => {
    clock = new Date('2026-03-01T04:00:00Z')
    const id = await book({ stack, appender, fasting })
    await untilNothingIsToDo(stack)
    clock = evening
    await expect.poll(() => isFired(stack, id), soon).toBe(true)
    await stack.database.asOwner('update timers set outcome = null, fired_at = null where stream_id = $1', [
      `booking-${id}`,
    ])
    await expect.poll(() => isFired(stack, id), soon).toBe(true)
    await untilNothingIsToDo(stack)
    expect(await remindersOf(stack, id)).toBe(1)
  })

  it('does not come when nobody rang before the sample could be taken', async ({
    stack,
    appender,
    fasting,
  }) => {
    clock = new Date('2026-03-01T04:00:00Z')
    const id = await book({ stack, appender, fasting })
    await untilNothingIsToDo(stack)
    clock = new Date('2026-03-10T02:30:00Z')
    await expect.poll(() => isFired(stack, id), soon).toBe(true)
    expect(await remindersOf(stack, id)).toBe(0)
  })
})
