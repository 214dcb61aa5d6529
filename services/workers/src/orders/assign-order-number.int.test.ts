import { istDate } from '@jaanch/contracts/calendar'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { type Customer, createCustomer, createPackage, placeBooking } from '@jaanch/tests/support/people'
import { proxiesOf, type Stack, startStack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

async function ordersOf(stack: Stack) {
  const { rows } = await stack.database.asOwner(
    `select stream_id, actor, causation_id, data, position from log.events where type = 'OrderCreated' order by position`,
  )
  return rows
}

async function placeMany(customer: Customer, packageId: string, count: number) {
  return Promise.all(Array.from({ length: count }, () => placeBooking(customer, packageId)))
}

async function untilOrdered(
  stack: Stack,
  customer: Customer,
  ids: string[],
  timeout = 10_000,
): Promise<void> {
  await expect
    .poll(
      async () => (await ordersOf(stack)).filter((order) => ids.includes(order.stream_id.slice(8))).length,
      { timeout },
    )
    .toBe(ids.length)
  for (const id of ids.slice(0, 3)) {
    const booking = await customer.client.call(bookingRoutes.getBooking, { params: { id } })
    expect(booking.orderNumber).toMatch(/^JN-\d{4}-\d{6,}$/)
  }
}

describe('every booking that is placed', () => {
  it('has one order, with the lines and the total of the moment at which it was placed', async ({
    stack,
    customer,
    packageId,
  }) => {
    const bookings = await placeMany(customer, packageId, 30)
    await stack.database.asOwner('update packages set price = 1, original_price = 2')
    await untilOrdered(
      stack,
      customer,
      bookings.map(({ id }) => id),
    )
    const orders = await ordersOf(stack)
    expect(orders).toHaveLength(30)
    expect(new Set(orders.map(({ data }) => data.orderNumber)).size).toBe(30)
    for (const order of orders) {
      expect(order).toMatchObject({
        actor: 'system:orders',
        data: {
          orderNumber: expect.stringMatching(new RegExp(`^JN-${istDate(new Date()).slice(0, 4)}-\\d{6}$`)),
          lines: [{ packageId, name: 'Thyroid Profile', price: 69_900 }],
          total: 69_900,
        },
      })
    }
  })

  it('keeps its order when its event is handled once more', async ({ stack }) => {
    const before = await ordersOf(stack)
    await stack.database.asOwner(
      `insert into work (consumer, stream_id, since, upto, due_at)
       select 'orders', stream_id, position - 1, position, now() - interval '2 seconds'
         from log.events where type = 'BookingPlaced'`,
    )
    await expect
      .poll(async () => (await stack.database.asOwner('select from work')).rowCount, { timeout: 10_000 })
      .toBe(0)
    expect(await ordersOf(stack)).toEqual(before)
  })

  it('gets a longer number after the first million, and still its own', async ({
    stack,
    customer,
    packageId,
  }) => {
    await stack.database.asOwner("select setval('order_number_seq', 999998)")
    const bookings = await placeMany(customer, packageId, 3)
    await untilOrdered(
      stack,
      customer,
      bookings.map(({ id }) => id),
    )
    const numbers = (await ordersOf(stack)).slice(-3).map(({ data }) => data.orderNumber.split('-')[2])
    expect(numbers.toSorted()).toEqual(['1000000', '1000001', '999999'])
  })
})

describe('without Redis', () => {
  it('orders come all the same, when it is away from the beginning', async ({ onTestFinished }) => {
    const stack = await startStack({ redisUrl: () => 'redis://127.0.0.1:1' })
    onTestFinished(() => stack.close())
    const customer = await createCustomer(stack)
    const bookings = await placeMany(customer, await createPackage(stack.database), 5)
    await untilOrdered(
      stack,
      customer,
      bookings.map(({ id }) => id),
    )
  })

  it('and when it goes, falls silent, loses everything and comes back', async ({ onTestFinished }) => {
    const stack = await startStack({ isProxied: true })
    onTestFinished(() => stack.close())
    const { redis } = proxiesOf(stack)
    const customer = await createCustomer(stack)
    const packageId = await createPackage(stack.database)
    for (const disturb of [redis.silence, redis.cut, redis.restore]) {
      await disturb()
      const bookings = await placeMany(customer, packageId, 3)
      await untilOrdered(
        stack,
        customer,
        bookings.map(({ id }) => id),
      )
      expect((await customer.client.call(authRoutes.getMe)).id).toBe(customer.id)
    }
    expect(await ordersOf(stack)).toHaveLength(9)
  })
})
