import { randomUUID } from 'node:crypto'
import type { Appender } from '@jaanch/eventlog/appender'
import { streamId } from '@jaanch/eventlog/events'
import { readStream } from '@jaanch/eventlog/read'
import type { TimerJob } from '@jaanch/eventlog/work/jobs'
import { readEvent } from '@jaanch/operations/events/list-events'
import { readQueuePrefix } from '@jaanch/platform/queues'
import { anAppend } from '@jaanch/tests/support/histories'
import { createPackage, createUser } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect } from 'vitest'
import type { BookingEvent } from '../events.ts'
import { details } from '../testing/bookings.ts'

const retryPolicy = { attempts: 50, baseMs: 10, maxMs: 10 }
const start = new Date('2026-03-01T04:00:00Z')
/** Eight in the evening in India, on the day before a visit in March */
const eveningBefore = (day: number) => new Date(`2026-03-${String(day - 1).padStart(2, '0')}T14:30:00Z`)
/** Before the collections of these tests */
const evening = eveningBefore(10)
let clock = start

type BookingOptions = { packageId?: string; at?: string; instant?: boolean; proposed?: boolean }

/** The bookings of the tests and their reminders. @param fasting a package that requires fasting */
function remindersIn({ database }: Stack, appender: Appender, fasting: string) {
  const of = (bookingId: string) => streamId('booking', bookingId)
  async function append(bookingId: string, ...events: (BookingEvent & { at?: Date })[]): Promise<void> {
    const correlationId = `request of ${bookingId}`
    await appender.append({ ...anAppend(bookingId), events, correlationId })
  }
  const settle = () => untilMessagesSent(database)
  async function timerOf(bookingId: string) {
    const { rows } = await database.asOwner(
      "select * from timers where kind = 'fasting-reminder' and stream_id = $1",
      [of(bookingId)],
    )
    return rows[0]
  }
  const eventsOf = (bookingId: string) => readStream(database.pool, of(bookingId))
  const isFired = async (bookingId: string) => (await timerOf(bookingId))?.fired_at !== null
  const untilFired = (bookingId: string) => expect.poll(() => isFired(bookingId)).toBe(true)

  /** Appends a booking for 10 March, 8 to 10 am. @param at when it was placed @returns its id */
  async function book({ packageId = fasting, at, instant, proposed }: BookingOptions = {}): Promise<string> {
    const bookingId = randomUUID()
    const data = {
      ...details,
      bookingId,
      customerId: await createUser(database, 'customer'),
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
    await append(bookingId, { ...opening, at: at ? new Date(at) : start })
    return bookingId
  }
  return {
    database,
    append,
    book,
    settle,
    timerOf,
    isFired,
    untilFired,
    eventsOf,
    /** Books at the start of March, and waits until the timers are set */
    async bookMany(count: number): Promise<string[]> {
      clock = start
      const ids = await Promise.all(Array.from({ length: count }, () => book()))
      await settle()
      return ids
    },
    /** Books at the start of March, and lets the timer fire at an instant */
    async bookAndFire(at = evening): Promise<string> {
      clock = start
      const id = await book()
      await settle()
      clock = at
      await untilFired(id)
      return id
    },
    async fireAgain(bookingId: string): Promise<void> {
      await database.asOwner(
        "update timers set outcome = null, fired_at = null where kind = 'fasting-reminder' and stream_id = $1",
        [of(bookingId)],
      )
      await untilFired(bookingId)
    },
    /** Moves a booking to another day in March. @param at when it was moved */
    async reschedule(bookingId: string, day: number, at = '2026-03-02T04:00:00Z'): Promise<void> {
      const scheduledDate = `2026-03-${String(day).padStart(2, '0')}`
      const slot = { scheduledDate, scheduledTime: '08:00-10:00', visitId: null, place: null } as const
      const data = { by: 'customer', ...slot } as const
      await append(bookingId, { type: 'BookingRescheduled', data, at: new Date(at) })
    },
    /** How many reminders were sent about each */
    countOf: (...bookingIds: string[]) =>
      Promise.all(
        bookingIds.map(
          async (id) => (await eventsOf(id)).filter(({ type }) => type === 'FastingReminderDue').length,
        ),
      ),
    /** The messages of a kind about a booking, in order */
    async messagesOf(bookingId: string, kind: string) {
      const { rows } = await database.asOwner(
        `select outcome, subject, body from outbox
          where stream_id = $1 and notification_kind = $2 and channel = 'email' order by position`,
        [of(bookingId), kind],
      )
      return rows
    },
    /** The effects of an event by the consumer of reminders */
    async effectsOf(position: number | undefined) {
      const { effects } = await readEvent(database.pool, position ?? 0)
      return effects.find(({ what }) => what === 'reminders')?.steps.map(({ what }) => what)
    },
  }
}

const file = { scope: 'file' } as const
const it = stackTest({ workers: false })
  .extend('redis', file, async ({ stack }, { onCleanup }) => {
    const redis = new Redis(stack.redisUrl, { maxRetriesPerRequest: null })
    onCleanup(() => redis.disconnect())
    return redis
  })
  .extend('usual', file, ({ stack }) => createPackage(stack.database))
  .extend('fasting', file, ({ stack }) => createPackage(stack.database, { name: 'Lipid Profile' }))
  .extend('reminders', file, ({ stack, appender, fasting }) => remindersIn(stack, appender, fasting))

it.beforeAll(async ({ stack, redis, fasting }) => {
  await redis.flushdb()
  for (let n = 0; n < 2; n += 1) stack.work({ now: () => clock, pollMs: 100, retryPolicy })
  await stack.database.asOwner(
    'update packages set fasting_required = true, fasting_hours = 10 where id = $1',
    [fasting],
  )
})

describe('the fasting reminder', () => {
  it('is due at eight on the evening before, and only when a test requires fasting and a time is agreed', async ({
    reminders,
    usual,
  }) => {
    const { book, settle, timerOf } = reminders
    const [fastingBooking, usualBooking, instant, proposed] = await Promise.all([
      book(),
      book({ packageId: usual }),
      book({ instant: true }),
      book({ proposed: true }),
    ])
    await settle()
    expect((await timerOf(fastingBooking)).due_at).toEqual(evening)
    for (const id of [usualBooking, instant, proposed]) expect(await timerOf(id)).toBeUndefined()
    const at = new Date('2026-03-02T04:00:00Z')
    await reminders.append(proposed, { type: 'OrderConfirmed', data: {}, at })
    await settle()
    expect((await timerOf(proposed)).due_at).toEqual(evening)
  })

  it('is a delayed job in Redis with its kind as name, which contains only the id of the timer', async ({
    stack,
    redis,
    reminders,
  }) => {
    const [id = ''] = await reminders.bookMany(1)
    const queue = new Queue<TimerJob>('timers', {
      connection: redis,
      prefix: await readQueuePrefix(stack.database.pool),
    })
    const timer = await reminders.timerOf(id)
    await expect.poll(async () => (await queue.getJob(timer.id))?.data).toEqual({ timerId: timer.id })
    expect(await queue.getJob(timer.id)).toMatchObject({
      name: 'fasting-reminder',
      delay: evening.getTime() - clock.getTime(),
    })
    await queue.close()
  })

  it('is not set after that hour: the message about the booking includes the advice', async ({
    reminders,
  }) => {
    const id = await reminders.book({ at: '2026-03-09T14:30:00Z' })
    await reminders.settle()
    expect(await reminders.timerOf(id)).toBeUndefined()
    const [message] = await reminders.messagesOf(id, 'booking-placed')
    expect(message.body).toContain(
      'Please eat and drink nothing but water for 10 hours before the collection.',
    )
  })

  it('is sent once when it is due although Redis lost the job, and not for cancelled or collected bookings', async ({
    redis,
    reminders,
  }) => {
    const { append, settle } = reminders
    const ids = await reminders.bookMany(3)
    const [open = '', cancelled = '', collected = ''] = ids
    await append(cancelled, { type: 'BookingCancelled', data: { reason: 'other' } })
    await append(
      collected,
      { type: 'BookingConfirmed', data: {} },
      { type: 'SampleCollectionStarted', data: {} },
    )
    await settle()
    await redis.flushdb()
    clock = new Date(evening.getTime() - 1_000)
    await settle()
    expect(await reminders.isFired(open)).toBe(false)

    clock = evening
    for (const id of ids) await reminders.untilFired(id)
    await settle()
    expect(await reminders.countOf(...ids)).toEqual([1, 0, 0])
    expect(await reminders.messagesOf(open, 'fasting-reminder')).toEqual([
      {
        outcome: 'sent',
        subject: expect.stringContaining('Please fast for your test tomorrow'),
        body: expect.stringContaining('Tuesday, 10 March 2026'),
      },
    ])
  })

  it('moves with the visit, to an earlier and to a later day', async ({ reminders }) => {
    const ids = await reminders.bookMany(3)
    const [earlier = '', later = '', unmoved = ''] = ids
    await reminders.reschedule(earlier, 8)
    await reminders.reschedule(later, 14)
    await reminders.settle()
    expect((await reminders.timerOf(earlier)).due_at).toEqual(eveningBefore(8))
    expect((await reminders.timerOf(later)).due_at).toEqual(eveningBefore(14))

    clock = eveningBefore(8)
    await reminders.untilFired(earlier)
    clock = evening
    await reminders.untilFired(unmoved)
    expect(await reminders.isFired(later)).toBe(false)
    clock = eveningBefore(14)
    await reminders.untilFired(later)
    expect(await reminders.countOf(...ids)).toEqual([1, 1, 1])
  })

  it('is set again for a visit that is moved to a later day after it was sent, once', async ({
    reminders,
  }) => {
    const id = await reminders.bookAndFire()
    await reminders.reschedule(id, 14, '2026-03-09T15:00:00Z')
    await expect.poll(async () => (await reminders.timerOf(id)).due_at).toEqual(eveningBefore(14))
    expect(await reminders.isFired(id)).toBe(false)
    clock = eveningBefore(14)
    await reminders.untilFired(id)
    await reminders.fireAgain(id)
    expect(await reminders.countOf(id)).toEqual([2])
    const events = await reminders.eventsOf(id)
    const moved = events.find(({ type }) => type === 'BookingRescheduled')
    expect(events.findLast(({ type }) => type === 'FastingReminderDue')?.causationId).toBe(moved?.position)
    expect(await reminders.effectsOf(moved?.position)).toContain('FastingReminderDue')
  })

  it('waits for the new day when its timer fires without knowing of the move', async ({
    stack,
    reminders,
  }) => {
    clock = start
    const id = await reminders.book()
    await reminders.reschedule(id, 14)
    await reminders.settle()
    clock = evening
    await stack.database.asOwner('update timers set due_at = $2 where stream_id = $1', [
      `booking-${id}`,
      evening,
    ])
    await expect.poll(async () => (await reminders.timerOf(id)).due_at).toEqual(eveningBefore(14))
    expect([await reminders.isFired(id), await reminders.countOf(id)]).toEqual([false, [0]])
  })

  it('of a visit that is moved to tomorrow after eight in the evening is the advice in the message', async ({
    reminders,
  }) => {
    clock = start
    const id = await reminders.book()
    await reminders.reschedule(id, 20)
    await reminders.settle()
    await reminders.reschedule(id, 10, '2026-03-09T14:30:00Z')
    await reminders.settle()
    const [, { body }] = await reminders.messagesOf(id, 'visit-moved')
    expect(body).toContain('nothing but water for 10 hours')
    expect(body).toMatch(/now on Tuesday, 10 March 2026.*, instead of on Friday, 20 March 2026/)
    clock = eveningBefore(20)
    await reminders.untilFired(id)
    expect(await reminders.countOf(id)).toEqual([0])
  })
})
