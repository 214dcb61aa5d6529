import { authCalls } from '@jaanch/account/sessions/api'
import { bookingCalls } from '@jaanch/booking/api'
import { packageCalls } from '@jaanch/catalogue/packages/api'
import { operationsQueuesCalls } from '@jaanch/operations/now/api'
import { bounds } from '@jaanch/platform/http/bounds'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { bookingInput, type Customer, createCustomer, placeBooking } from '@jaanch/tests/support/people'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import { closeSockets, connectTo, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

// cuts all services from their servers
const it = ownStackTest({ isProxied: true })

it.afterEach(async ({ proxies }) => {
  closeSockets()
  await proxies.postgres.restore()
  await proxies.redis.restore()
})

const ready = async ({ url }: Pick<Stack, 'url'>) => (await fetch(`${url}/api/ready`)).status
const untilReady = (api: Pick<Stack, 'url'>) => expect.poll(() => ready(api)).toBe(200)

async function untilOrdered(customer: Customer, id: string): Promise<void> {
  await expect
    .poll(async () => (await customer.client.call(bookingCalls.getBooking, { params: { id } })).orderNumber)
    .toMatch(/^JN-/)
}

describe('while Postgres is unavailable', () => {
  it('every call that needs it is answered with 503 without waiting for it; calls and pushes work again afterwards [V16.5.2]', async ({
    stack,
    customer,
    packageId,
    proxies,
  }) => {
    const listening = await connectTo(stack.url, customer)
    const before = await placeBooking(customer, packageId)
    await proxies.postgres.cut()
    for (const answer of await Promise.all([
      customer.client.ask(bookingCalls.listBookings),
      customer.client.ask(bookingCalls.getBooking, { params: { id: before.id } }),
      customer.client.ask(bookingCalls.changeBookingStatus, {
        params: { id: before.id },
        body: { status: 'cancelled' },
      }),
      createClient(stack.url).ask(packageCalls.listPackages),
    ])) {
      expect(answer).toMatchObject(refusal('unavailable'))
      expect(answer.headers.get('retry-after')).toBe('1')
    }
    expect(await ready(stack)).toBe(503)
    expect((await fetch(`${stack.url}/api/health`)).status).toBe(200)

    await proxies.postgres.restore()
    await untilReady(stack)
    const after = await placeBooking(customer, packageId)
    await untilOrdered(customer, after.id)
    await expect.poll(() => listening.bookings().map((message) => message.booking?.id)).toContain(after.id)
  })

  it('an API can start, and is ready afterwards', async ({ stack, customer, proxies }) => {
    await proxies.postgres.cut()
    const url = await stack.anotherApi()
    expect(await ready({ url })).toBe(503)
    await proxies.postgres.restore()
    await untilReady({ url })
    const client = createClient(url, customer.token)
    expect((await client.ask(bookingCalls.listBookings)).status).toBe(200)
  })

  it('calls work again after each of several lost connections', async ({ stack, customer, packageId }) => {
    const terminate = () =>
      stack.database.asOwner(
        `select count(pg_terminate_backend(pid)) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''`,
      )
    for (let round = 0; round < 3; round += 1) {
      const placing = Array.from({ length: 10 }, () =>
        customer.client.ask(bookingCalls.placeBooking, {
          body: bookingInput(packageId, customer.addressId),
          idempotencyKey: crypto.randomUUID(),
        }),
      )
      await terminate()
      for (const { status, body } of await Promise.all(placing)) {
        expect([201, 503], JSON.stringify(body)).toContain(status)
      }
    }
    await untilReady(stack)
    await untilOrdered(customer, (await placeBooking(customer, packageId)).id)
    const { rows } = await stack.database.asOwner(
      'select count(*)::int as events, max(position)::int as head from log.events',
    )
    expect(rows[0].events).toBe(rows[0].head)
  })

  it('a client that connects meanwhile can connect afterwards', async ({ stack, proxies }) => {
    // the status of this account is not cached
    const newcomer = await createCustomer(stack)
    const fresh = await stack.anotherApi()
    await proxies.postgres.cut()
    const listening = listenTo(fresh, { token: newcomer.token }, { reconnection: true })
    const errors: string[] = []
    listening.socket.on('connect_error', (error) => errors.push(error.message))
    await expect.poll(() => errors.length > 0 || listening.socket.io._reconnecting).toBe(true)
    expect(errors.join()).not.toMatch(/ECONNREFUSED|Postgres|connection/i)
    await proxies.postgres.restore()
    await listening.first('caught-up')
  })
})

describe('while Postgres does not answer', () => {
  it('a read ends within seconds with 503, and works again afterwards', async ({
    stack,
    customer,
    proxies,
  }) => {
    // the other API of the tests waits for a busy machine
    const url = await stack.anotherApi({ bounds: { deadlineMs: bounds.deadlineMs } })
    const client = createClient(url, customer.token)
    await untilReady({ url })
    const status = async () => (await client.ask(bookingCalls.listBookings)).status
    await expect.poll(status).toBe(200)
    proxies.postgres.silence()
    expect(await client.ask(bookingCalls.listBookings)).toMatchObject(refusal('unavailable'))
    expect(await ready({ url })).toBe(503)
    await proxies.postgres.restore()
    await untilReady({ url })
    await untilProjected(stack.database)
    await expect.poll(status).toBe(200)
  })
})

describe('while a replica is unavailable', () => {
  it('an API that starts serves lists from the primary', async ({ stack, customer, packageId }) => {
    const { id } = await placeBooking(customer, packageId)
    const reader = await stack.anotherApi({ readDatabaseUrls: ['postgres://nobody@127.0.0.1:1/nothing'] })
    const client = createClient(reader, customer.token)
    expect((await client.call(bookingCalls.getBooking, { params: { id } })).id).toBe(id)
    expect((await client.ask(bookingCalls.listBookings)).status).toBe(200)
  })
})

describe('while Redis is unavailable', () => {
  it('the dashboard of the queues says so, and comes back', async ({ stack, admin, proxies }) => {
    const { headers } = await admin.client.ask(operationsQueuesCalls.openQueues)
    const [cookie = ''] = headers.getSetCookie()[0]?.split('; ') ?? []
    const open = () => fetch(`${stack.url}/admin/queues/`, { headers: { accept: 'text/html', cookie } })
    const status = async () => (await open()).status
    await proxies.redis.cut()
    await expect.poll(status).toBe(503)
    expect(await (await open()).text()).toContain('Redis does not answer.')
    await proxies.redis.restore()
    await expect.poll(status).toBe(200)
  })

  it('everything works: bookings get order numbers while it hangs and is cut off, and when it comes back', async ({
    stack,
    packageId,
    proxies,
  }) => {
    const { redis } = proxies
    // as in production: each count of calls waits for a Redis that hangs
    const url = await stack.anotherApi({ bounds: { waitCountMs: bounds.waitCountMs } })
    const customer = await createCustomer({ url, database: stack.database })
    for (const disturb of [redis.silence, redis.cut, redis.restore]) {
      await disturb()
      const placing = Array.from({ length: 3 }, () => placeBooking(customer, packageId))
      for (const { id } of await Promise.all(placing)) await untilOrdered(customer, id)
      expect((await customer.client.call(authCalls.getMe)).id).toBe(customer.id)
      expect(await ready({ url })).toBe(200)
    }
  })
})
