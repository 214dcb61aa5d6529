import { istDate } from '@jaanch/contracts/calendar'
import { authRoutes } from '@jaanch/contracts/http/auth'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { type Customer, createCustomer, createPackage, placeBooking } from '@jaanch/tests/support/people'
import { proxiesOf, type Stack, startStack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { describe, expect } from 'vitest'

const it = ownStackTest()

async function numbersOf(stack: Stack) {
  const { rows } = await stack.database.asOwner(
    `select stream_id, actor, causation_id, data, position from log.events where type = 'OrderCreated' order by position`,
  )
  return rows
}

async function placeMany(customer: Customer, packageId: string, count: number) {
  return Promise.all(Array.from({ length: count }, () => placeBooking(customer, packageId)))
}

async function untilNumbered(
  stack: Stack,
  customer: Customer,
  ids: string[],
  timeout = 10_000,
): Promise<void> {
  await expect
    .poll(
      async () => (await numbersOf(stack)).filter((order) => ids.includes(order.stream_id.slice(8))).length,
      { timeout },
    )
    .toBe(ids.length)
  for (const id of ids.slice(0, 3)) {
    const booking = await customer.client.call(bookingRoutes.getBooking, { params: { id } })
    expect(booking.orderNumber).toMatch(/^JN-\d{4}-\d{6,}$/)
  }
}

describe('every booking', () => {
  it('gets one order number, recorded with the lines and the total at which it was placed', async ({
    stack,
    customer,
    packageId,
  }) => {
    const bookings = await placeMany(customer, packageId, 30)
    await stack.database.asOwner('update packages set price = 1, original_price = 2')
    await untilNumbered(
      stack,
      customer,
      bookings.map(({ id }) => id),
    )
    const orders = await numbersOf(stack)
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

  it('gets no second number when its event is handled again', async ({ stack }) => {
    await untilWorkDone(stack.database)
    const before = await numbersOf(stack)
    await stack.database.asOwner(
      `insert into work (consumer, stream_id, since, upto, due_at)
       select 'orders', stream_id, position - 1, position, now() - interval '2 seconds'
         from log.events where type = 'BookingPlaced'`,
    )
    await untilWorkDone(stack.database)
    expect(await numbersOf(stack)).toEqual(before)
  })

  it('gets a longer, unique number after the first million', async ({ stack, customer, packageId }) => {
    await stack.database.asOwner("select setval('order_number_seq', 999998)")
    const bookings = await placeMany(customer, packageId, 3)
    await untilNumbered(
      stack,
      customer,
      bookings.map(({ id }) => id),
    )
    const numbers = (await numbersOf(stack)).slice(-3).map(({ data }) => data.orderNumber.split('-')[2])
    expect(numbers.toSorted()).toEqual(['1000000', '1000001', '999999'])
  })
})

describe('order numbers without Redis', () => {
  it('are assigned when it is unavailable from the beginning', async ({ onTestFinished }) => {
    const stack = await startStack({ redisUrl: () => 'redis://127.0.0.1:1' })
    onTestFinished(() => stack.close())
    const customer = await createCustomer(stack)
    const bookings = await placeMany(customer, await createPackage(stack.database), 5)
    await untilNumbered(
      stack,
      customer,
      bookings.map(({ id }) => id),
    )
  })

  it('are assigned when it hangs, disconnects, and comes back empty', async ({ onTestFinished }) => {
    const stack = await startStack({ isProxied: true })
    onTestFinished(() => stack.close())
    const { redis } = proxiesOf(stack)
    const customer = await createCustomer(stack)
    const packageId = await createPackage(stack.database)
    for (const disturb of [redis.silence, redis.cut, redis.restore]) {
      await disturb()
      const bookings = await placeMany(customer, packageId, 3)
      await untilNumbered(
        stack,
        customer,
        bookings.map(({ id }) => id),
      )
      expect((await customer.client.call(authRoutes.getMe)).id).toBe(customer.id)
    }
    expect(await numbersOf(stack)).toHaveLength(9)
  })
})
