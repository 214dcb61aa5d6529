import { randomUUID } from 'node:crypto'
import { bookingCalls } from '@jaanch/booking/api'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import { streamId } from '@jaanch/eventlog/events'
import { notificationCalls } from '@jaanch/messages/api'
import { createLog } from '@jaanch/platform/logging'
import { feed } from '@jaanch/projector/feed/feed'
import { runProjector } from '@jaanch/projector/feed/projector'
import { createGeneration, goLive } from '@jaanch/projector/generations/generations'
import { rebuild } from '@jaanch/projector/generations/rebuild'
import { retireGenerations } from '@jaanch/projector/generations/retire'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { type Customer, createCustomer, placeBooking } from '@jaanch/tests/support/people'
import { headOf, liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import { sendTo } from '@jaanch/tests/support/send'
import { closeSockets, connectTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import pg from 'pg'
import { afterEach, describe, expect } from 'vitest'

// rebuilds all read tables again and again, then drops tables that are live, and ends with an event at which every projector of
// this release stops
const it = ownStackTest({ workers: false }).extend('elsewhere', { scope: 'file' }, ({ stack }) =>
  stack.anotherApi(),
)

afterEach(closeSockets)

const replay = (stack: Stack) =>
  rebuild({
    url: stack.database.url,
    madeFor: 'replay',
    signal: new AbortController().signal,
  })

/**
 * Books and reads until `stop`. Expects each booking in the next answer of another API process, unless it has the header
 * `read-behind`.
 * @param read counts the answers without that header
 */
async function bookAndRead(
  { packageId, elsewhere }: { packageId: string; elsewhere: string },
  customer: Customer,
  { stop, read }: { stop: { now: boolean }; read: () => void },
) {
  // one that takes an answer which may be too old
  const there = createClient(sendTo(elsewhere), customer.token)
  let position = 0
  while (!stop.now) {
    const { id } = await placeBooking(customer, packageId)
    const answer = await there.ask(bookingCalls.listBookings)
    expect(answer.status).toBe(200)
    // on a busy machine the barrier may time out: then the answer may miss the booking
    if (answer.headers.get('read-behind') !== null) continue
    expect(answer.body[0]?.id).toBe(id)
    // no answer is older than an earlier one
    expect(Number(answer.headers.get('log-position'))).toBeGreaterThan(position)
    position = Number(answer.headers.get('log-position'))
    read()
  }
}

describe('while the read tables are replayed under writes', () => {
  it('no read fails or is stale, through every process', async ({ stack, packageId, elsewhere }) => {
    const stop = { now: false }
    const customers = await Promise.all([1, 2, 3].map(() => createCustomer(stack)))
    const reads = customers.map(() => 0)
    const flowing = Promise.all(
      customers.map((customer, index) => {
        const read = () => {
          reads[index] = (reads[index] ?? 0) + 1
        }
        return bookAndRead({ packageId, elsewhere }, customer, { stop, read })
      }),
    )
    // prevents an unhandled rejection if a reader fails early
    flowing.catch(() => {})
    // a slow machine reads less during a replay
    do expect(await Promise.race([replay(stack), flowing])).toMatchObject({ different: 0, wentLive: true })
    while (Math.min(...reads) <= 3)
    stop.now = true
    await flowing
  })

  it('the new generation pushes no row again, and each later change once, also to clients that catch up', async ({
    stack,
    packageId,
    elsewhere,
  }) => {
    const customer = await createCustomer(stack)
    const watching = await connectTo(stack.url, customer)
    const { epoch } = await watching.first('caught-up')
    const { id: before } = await placeBooking(customer, packageId)
    // waits for the push as well: on a busy machine it may be later than a read
    await expect.poll(() => watching.bookings().some(({ booking }) => booking?.id === before)).toBe(true)
    watching.close()
    await untilProjected(stack.database)
    const after = await headOf(stack.database)
    const listening = await connectTo(stack.url, { ...customer, after })
    await replay(stack)

    // changes that the replay pushed would have arrived before this one
    const { id } = await placeBooking(customer, packageId)
    await expect.poll(() => listening.bookings().some(({ booking }) => booking?.id === id)).toBe(true)
    const pushed = listening.bookings().map(({ position, booking }) => [booking?.id, position])
    expect(new Set(pushed.map(([which]) => which))).toEqual(new Set([id]))
    expect(pushed.every(([, position]) => Number(position) > after)).toBe(true)
    expect(new Set(pushed.map(String)).size).toBe(pushed.length)

    const away = await connectTo(elsewhere, { ...customer, after, epoch })
    expect(away.messages.map(({ event }) => event)).not.toContain('start-over')
    expect(new Set(away.bookings().map(({ booking }) => booking?.id))).toEqual(new Set([id]))
  })
})

/**
 * Runs a request that has passed the read barrier when its generation is superseded and dropped, as if its process had been
 * frozen in between: it waits for the lock of a table.
 */
async function whileDropped<Answer>(
  stack: Stack,
  table: string,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const client = await stack.database.pool.connect()
  const owner = new pg.Client({ connectionString: stack.database.url })
  await owner.connect()
  try {
    const old = (await liveGeneration(stack.database))?.generation as number
    const next = await createGeneration(client)
    while ((await feed(client, next)) !== undefined);
    await owner.query('begin')
    await owner.query(`lock table read_${old}.${table} in access exclusive mode`)
    const answer = request()
    await expect.poll(() => isAnyoneWaiting(stack)).toBe(true)
    await goLive(client, next)
    await owner.query("update read_generations set state = 'dropped' where generation = $1", [old])
    // this table alone: readers of the others may wait for it meanwhile, with their locks
    await owner.query(`drop table read_${old}.${table}`)
    await owner.query('commit')
    const answered = await answer
    await expect.poll(() => retireGenerations(client, modelVersion)).toContain(old)
    return answered
  } finally {
    client.release()
    await owner.end()
  }
}

async function isAnyoneWaiting({ database }: Stack): Promise<boolean> {
  const { rowCount } = await database.asOwner(
    `select from pg_stat_activity
      where datname = current_database() and application_name in ('api queries', 'api pages', 'api record') and wait_event_type = 'Lock'`,
  )
  return rowCount !== 0
}

describe('a request whose generation was dropped after it had passed the barrier', () => {
  it.afterAll(({ stack }) => stack.startProjector())

  it('reads the generation that is live now', async ({ stack, packageId }) => {
    const customer = await createCustomer(stack)
    const { id } = await placeBooking(customer, packageId)
    await untilProjected(stack.database)
    await stack.stopProjector()
    const answer = await whileDropped(stack, 'bookings', () => customer.client.ask(bookingCalls.listBookings))
    expect(answer).toMatchObject({ status: 200, body: [{ id }] })
  })

  it('places a booking, for which open ones are counted', async ({ stack, packageId }) => {
    // its process keeps the number of the generation for a while: a new process knows no earlier one
    const customer = await createCustomer({ ...stack, url: await stack.anotherApi() })
    const { id } = await placeBooking(customer, packageId)
    const placed = await whileDropped(stack, 'counts', () => placeBooking(customer, packageId))
    expect(placed.id).not.toBe(id)
  })

  it('is answered with 503 if it is no read', async ({ stack }) => {
    const customer = await createCustomer(stack)
    const client = createClient(stack.url, customer.token)
    const answer = await whileDropped(stack, 'notifications', () =>
      client.ask(notificationCalls.readNotifications, { body: { ids: ['1'] } }),
    )
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
  })
})

const newer = modelVersion + 1

describe('an API process of another model version', () => {
  it('is ready, reads and pushes when tables of its own model version are live, and not before', async ({
    stack,
    packageId,
  }) => {
    const customer = await createCustomer(stack)
    const { id } = await placeBooking(customer, packageId)
    await untilProjected(stack.database)
    const url = await stack.anotherApi({ version: newer })
    const client = createClient(url, customer.token)
    const ready = async (address: string) => (await fetch(`${address}/api/ready`)).status
    expect(await ready(url)).toBe(503)
    expect(await client.ask(bookingCalls.listBookings)).toMatchObject(refusal('unavailable'))

    const stop = new AbortController()
    const projecting = runProjector({
      url: stack.database.url,
      log: createLog('test', 'silent'),
      signal: stop.signal,
      version: newer,
    })
    await expect.poll(() => ready(url)).toBe(200)
    expect(await client.call(bookingCalls.listBookings)).toMatchObject([{ id }])

    // a table of the older version must not matter to it, and its own not to the other process
    const old = (await liveGeneration(stack.database))?.generation
    await stack.database.asOwner(`alter table read_${old}.bookings add column only_here text default 'old'`)
    await stack.database.asOwner(
      `delete from read_${(await liveGeneration(stack.database, newer))?.generation}.bookings where id = $1`,
      [id],
    )
    expect(await client.call(bookingCalls.listBookings)).toEqual([])
    expect(await customer.client.call(bookingCalls.listBookings)).toMatchObject([{ id }])

    const listening = await connectTo(url, customer)
    const next = await placeBooking(customer, packageId)
    await expect.poll(() => listening.bookings().map(({ booking }) => booking?.id)).toContain(next.id)

    stop.abort()
    await projecting
    expect(await ready(stack.url)).toBe(200)
    expect((await customer.client.call(bookingCalls.listBookings)).map((row) => row.id)).toEqual([
      next.id,
      id,
    ])
  })
})

describe('an API process of an older release', () => {
  it('answers a command on a booking with an event of a newer one with 503: its client asks another process', async ({
    stack,
    customer,
    packageId,
  }) => {
    const { id } = await placeBooking(customer, packageId)
    const events = [{ type: 'NotInventedYet', schema: 1, data: {} }]
    await stack.database.asOwner('select log.append_batch($1)', [
      JSON.stringify([{ id: randomUUID(), stream: streamId('booking', id), actor: 'system:future', events }]),
    ])
    const answer = await customer.client.ask(bookingCalls.changeBookingStatus, {
      params: { id },
      body: { status: 'cancelled' },
    })
    expect(answer).toMatchObject(refusal('unavailable'))
    expect(answer.headers.get('retry-after')).toBe('1')
  })
})
