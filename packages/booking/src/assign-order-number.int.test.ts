import { randomUUID } from 'node:crypto'
import { istDate } from '@jaanch/contracts/calendar'
import { streamId } from '@jaanch/eventlog/events'
import { readStream } from '@jaanch/eventlog/read'
import { handleAll } from '@jaanch/eventlog/work/testing/handle-all'
import { createLog } from '@jaanch/platform/logging'
import { connectionSettings } from '@jaanch/platform/postgres'
import { useAppender, useTestDatabase } from '@jaanch/tests/support/database'
import { anAppend } from '@jaanch/tests/support/histories'
import { placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { startWorkers } from '@jaanch/workers/start'
import pg from 'pg'
import { beforeAll, describe, expect } from 'vitest'
import { bookingCalls } from './api.ts'
import { assignOrderNumber } from './assign-order-number.ts'
import type { BookingEvent } from './events.ts'
import { placed } from './testing/bookings.ts'

async function numbersOf(stack: Stack, ids: readonly string[]) {
  const { rows } = await stack.database.asOwner(
    `select stream_id, actor, causation_id, data, position from log.events
      where type = 'OrderCreated' and stream_id = any($1) order by position`,
    [ids.map((id) => `booking-${id}`)],
  )
  return rows
}

describe('every booking', () => {
  it('gets one order number, recorded by the workers', async ({ stack, customer, packageId }) => {
    const bookings = await Promise.all(Array.from({ length: 30 }, () => placeBooking(customer, packageId)))
    const ids = bookings.map(({ id }) => id)
    await stack.database.asOwner('update packages set price = 1, original_price = 2 where id = $1', [
      packageId,
    ])
    await expect.poll(() => numbersOf(stack, ids)).toHaveLength(30)
    for (const id of ids.slice(0, 3)) {
      const booking = await customer.client.call(bookingCalls.getBooking, { params: { id } })
      expect(booking.orderNumber).toMatch(/^JN-\d{4}-\d{6}$/)
    }
    const orders = await numbersOf(stack, ids)
    expect(orders).toHaveLength(30)
    expect(new Set(orders.map(({ data }) => data.orderNumber)).size).toBe(30)
    for (const order of orders) {
      const placed = bookings.find(({ id }) => order.stream_id === `booking-${id}`)
      const year = istDate(new Date(placed?.createdAt ?? '')).slice(0, 4)
      expect(order).toMatchObject({
        actor: 'system:orders',
        data: { orderNumber: expect.stringMatching(new RegExp(`^JN-${year}-\\d{6}$`)) },
      })
    }
  })
})

describe('order numbers of many bookings at the same time', () => {
  const database = useTestDatabase()
  const appender = useAppender(database)
  const log = createLog('test', 'silent')

  beforeAll(() => database.asOwner("insert into work_consumers (name, cursor) values ('orders', 0)"))

  /** Places bookings and writes their work rows. */
  async function placeRows(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID())
    await Promise.all(
      ids.map((bookingId) =>
        appender.append(
          anAppend(bookingId, { ...placed, data: { ...placed.data, bookingId } } as BookingEvent),
        ),
      ),
    )
    await database.asOwner(
      `insert into work (consumer, stream_id, since, upto)
       select 'orders', stream_id, position - 1, position from log.events where stream_id = any($1)`,
      [ids.map((id) => `booking-${id}`)],
    )
    return ids
  }

  function startWorker(onTestFinished: (stop: () => Promise<void>) => void): void {
    const closings = startWorkers({
      databaseUrl: database.url,
      redisUrl: 'redis://127.0.0.1:1',
      concurrency: 10,
      log,
      pollMs: 20,
      reactions: handleAll(async () => {}, assignOrderNumber),
    })
    onTestFinished(async () => {
      for (const close of closings) await close()
    })
  }

  async function readNumbers(ids: readonly string[]): Promise<string[]> {
    const { rows } = await database.asOwner(
      `select data ->> 'orderNumber' as number from log.events where type = 'OrderCreated' and stream_id = any($1)`,
      [ids.map((id) => `booking-${id}`)],
    )
    return rows.map(({ number }) => number)
  }

  it('become longer, and stay unique, after the first million', async ({ onTestFinished }) => {
    await database.asOwner("select setval('order_number_seq', 999998)")
    const ids = await placeRows(3)
    startWorker(onTestFinished)
    await expect.poll(() => readNumbers(ids)).toHaveLength(3)
    const numbers = (await readNumbers(ids)).map((number) => number.split('-')[2])
    expect(numbers.toSorted()).toEqual(['1000000', '1000001', '999999'])
  })

  it('are assigned although one of them fails', async ({ onTestFinished }) => {
    const [bad = '', ...good] = await placeRows(20)
    await database.asOwner('select log.append_batch($1)', [
      JSON.stringify([
        {
          id: randomUUID(),
          stream: `booking-${bad}`,
          actor: 'system:test',
          events: [{ type: 'BookingPlaced', schema: 1, data: { total: 'much' } }],
        },
      ]),
    ])
    startWorker(onTestFinished)
    await expect.poll(() => readNumbers(good)).toHaveLength(19)
    const readRest = async () =>
      (await database.asOwner('select stream_id, attempts > 0 as failed, last_error from work')).rows
    await expect
      .poll(readRest)
      .toEqual([
        { stream_id: `booking-${bad}`, failed: true, last_error: expect.stringContaining('cannot be read') },
      ])
    expect(new Set(await readNumbers(good)).size).toBe(19)
    expect(await readNumbers([bad])).toEqual([])
  })

  it('are assigned once when two workers handle the same events, and neither settles them', async ({
    onTestFinished,
  }) => {
    const ids = await placeRows(10)
    const histories = await Promise.all(ids.map((id) => readStream(database.pool, streamId('booking', id))))
    const other = new pg.Pool({ ...connectionSettings({ url: database.url, name: 'other-worker' }) })
    onTestFinished(() => other.end())
    await Promise.all(
      [database.pool, other].flatMap((leasePool) =>
        histories.map((history) =>
          assignOrderNumber.handle(history[0], { pool: database.pool, appender, leasePool }, () => history),
        ),
      ),
    )
    const numbers = await readNumbers(ids)
    expect(new Set(numbers).size).toBe(10)
    startWorker(onTestFinished)
    const readRows = async () =>
      (
        await database.asOwner('select from work where stream_id = any($1)', [
          ids.map((id) => `booking-${id}`),
        ])
      ).rowCount
    await expect.poll(readRows).toBe(0)
    expect(await readNumbers(ids)).toEqual(numbers)
  })

  it('are on the disk before their event is appended', async ({ onTestFinished }) => {
    // the setting that the commit uses, also if the connection's default is not to wait for the disk
    await database.asOwner(`
      create function refuse_unflushed() returns trigger language plpgsql as $$ begin
        if current_setting('synchronous_commit') <> 'on' then raise 'the commit does not wait for the disk'; end if;
        return null; end $$;
      create constraint trigger flushed after insert on orders deferrable initially deferred
        for each row execute function refuse_unflushed()`)
    const pool = new pg.Pool({
      ...connectionSettings({ url: database.url, name: 'orders-test', asyncCommit: true }),
    })
    onTestFinished(async () => {
      await pool.end()
      await database.asOwner('drop function refuse_unflushed cascade')
    })
    const [id = ''] = await placeRows(1)
    const history = await readStream(database.pool, streamId('booking', id))
    await assignOrderNumber.handle(history[0], { pool, appender, leasePool: pool }, () => history)
    expect(await readNumbers([id])).toHaveLength(1)
  })
})
