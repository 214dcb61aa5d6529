import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { clientOf } from '@jaanch/tests/support/client'
import {
  aCustomer,
  anAdmin,
  type Customer,
  insertPackage,
  type Person,
  placeBooking,
} from '@jaanch/tests/support/people'
import { type Stack, startStack } from '@jaanch/tests/support/stack'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let stack: Stack
let elsewhere: string
let packageId: string
let customer: Customer
let admin: Person

beforeAll(async () => {
  stack = await startStack()
  elsewhere = await stack.anotherApi()
  packageId = await insertPackage(stack.database)
  customer = await aCustomer(stack)
  admin = await anAdmin(stack)
})
afterAll(() => stack.close())

async function timedList() {
  const began = performance.now()
  const answer = await clientOf(elsewhere, customer.token).ask(bookingRoutes.listBookings)
  return {
    answer,
    took: performance.now() - began,
    ids: (answer.body as unknown as { id: string }[]).map(({ id }) => id),
  }
}

describe('a read after a write', () => {
  it('sees it through another API process, each time', async () => {
    const there = clientOf(elsewhere, customer.token)
    for (let n = 0; n < 40; n += 1) {
      const { id, position } = await placeBooking(customer, packageId)
      const answer = await there.ask(bookingRoutes.listBookings)
      expect(answer.headers.get('read-behind')).toBeNull()
      expect(Number(answer.headers.get('log-position'))).toBeGreaterThanOrEqual(position)
      expect((answer.body as unknown as { id: string }[])[0]?.id).toBe(id)
    }
    expect(await there.call(bookingRoutes.countBookings)).toEqual({ upcoming: 40, past: 0 })
  })

  it('sees it also when many write and read at once', async () => {
    const there = clientOf(elsewhere, admin.token)
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { id } = await placeBooking(customer, packageId)
        expect((await there.call(bookingRoutes.getBooking, { params: { id } })).status).toBe('pending')
        await there.call(bookingRoutes.changeBookingStatus, { params: { id }, body: { status: 'confirmed' } })
        const seen = await clientOf(stack.url, customer.token).call(bookingRoutes.getBooking, {
          params: { id },
        })
        expect(seen.status).toBe('confirmed')
      }),
    )
  })
})

describe('while the projector stands still', () => {
  it('a read waits half a second once, says how far behind it is, and sees all again afterwards', async () => {
    await stack.stopProjector()
    const { id } = await placeBooking(customer, packageId)
    const first = await timedList()
    expect(first.answer.status).toBe(200)
    expect(first.ids).not.toContain(id)
    expect(Number(first.answer.headers.get('read-behind'))).toBeGreaterThan(0)
    expect(first.took).toBeLessThan(1_500)

    const second = await timedList()
    expect(Number(second.answer.headers.get('read-behind'))).toBeGreaterThan(0)
    expect(second.took).toBeLessThan(300)

    // a command answers from the log itself
    const moved = await admin.client.call(bookingRoutes.changeBookingStatus, {
      params: { id },
      body: { status: 'confirmed' },
    })
    expect(moved.status).toBe('confirmed')

    stack.startProjector()
    await expect
      .poll(async () => (await timedList()).answer.headers.get('read-behind'), { timeout: 10_000 })
      .toBeNull()
    expect((await timedList()).ids).toContain(id)
  })
})
