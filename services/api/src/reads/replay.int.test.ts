import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { rebuild } from '@jaanch/projector/generations/rebuild'
import { createClient } from '@jaanch/tests/support/client'
import { type Customer, createCustomer, placeBooking } from '@jaanch/tests/support/people'
import { headOf, untilProjected } from '@jaanch/tests/support/read-tables'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'

const it = stackTest().extend('elsewhere', { scope: 'file' }, ({ stack }) => stack.anotherApi())

afterEach(closeSockets)

const replay = (stack: Stack) =>
  rebuild({
    url: stack.database.url,
    madeFor: 'replay',
    swap: true,
    signal: new AbortController().signal,
  })

/**
 * Books and reads until told to stop; expects each booking in the next answer of another API process that does not say
 * that it is behind.
 *
 * @returns how many such answers there were
 */
async function bookAndRead(
  { packageId, elsewhere }: { packageId: string; elsewhere: string },
  customer: Customer,
  stop: { now: boolean },
) {
  const there = createClient(elsewhere, customer.token)
  let [reads, position] = [0, 0]
  while (!stop.now) {
    const { id } = await placeBooking(customer, packageId)
    const answer = await there.ask(bookingRoutes.listBookings)
    expect(answer.status).toBe(200)
    // on a busy machine the wait may end first; the answer then says that it may lack something
    if (answer.headers.get('read-behind') !== null) continue
    expect(answer.body[0]?.id).toBe(id)
    // no answer is from before an earlier one
    expect(Number(answer.headers.get('log-position'))).toBeGreaterThan(position)
    position = Number(answer.headers.get('log-position'))
    reads += 1
  }
  return reads
}

describe('while the read tables are replayed under writes', () => {
  it('no read fails and none is stale, through every process', async ({ stack, packageId, elsewhere }) => {
    const stop = { now: false }
    const customers = await Promise.all([1, 2, 3].map(() => createCustomer(stack)))
    const flowing = Promise.all(
      customers.map((customer) => bookAndRead({ packageId, elsewhere }, customer, stop)),
    )
    // seen here, should a reader fail early
    flowing.catch(() => {})
    for (let n = 0; n < 4; n += 1) expect(await replay(stack)).toMatchObject({ different: 0, wentLive: true })
    stop.now = true
    const reads = await flowing
    expect(Math.min(...reads)).toBeGreaterThan(3)
  })

  it('what goes live pushes nothing again, and what comes after it is pushed once', async ({
    stack,
    packageId,
  }) => {
    const customer = await createCustomer(stack)
    const watching = listenTo(stack.url, { token: customer.token })
    await watching.first('caught-up')
    await placeBooking(customer, packageId)
    // until it is pushed as well: a busy process may push it later than it is read
    await expect
      .poll(() => watching.bookings().some((message) => message.booking?.orderNumber), { timeout: 15_000 })
      .toBe(true)
    watching.close()
    await untilProjected(stack.database)
    const after = await headOf(stack.database)
    const listening = listenTo(stack.url, { token: customer.token, after })
    await listening.first('caught-up')
    await replay(stack)

    // whatever the swap pushed would have come before this
    const { id } = await placeBooking(customer, packageId)
    await expect
      .poll(() => listening.bookings().some((message) => message.booking?.orderNumber), { timeout: 15_000 })
      .toBe(true)
    const pushed = listening.bookings().map(({ position, booking }) => [booking?.id, position])
    expect(new Set(pushed.map(([which]) => which))).toEqual(new Set([id]))
    expect(pushed.every(([, position]) => Number(position) > after)).toBe(true)
    expect(new Set(pushed.map(String)).size).toBe(pushed.length)
  })

  it('a client that connects after it catches up on what it missed, and on nothing else', async ({
    stack,
    packageId,
    elsewhere,
  }) => {
    const customer = await createCustomer(stack)
    await placeBooking(customer, packageId)
    await untilProjected(stack.database)
    const first = listenTo(stack.url, { token: customer.token })
    const { position, epoch } = await first.first('caught-up')
    first.close()
    await replay(stack)
    const { id } = await placeBooking(customer, packageId)
    await untilProjected(stack.database)
    const second = listenTo(elsewhere, { token: customer.token, after: position, epoch })
    await second.first('caught-up')
    expect(second.messages.map(({ event }) => event)).not.toContain('start-over')
    expect(second.bookings().every((message) => message.position > position)).toBe(true)
    expect(second.bookings().map((message) => message.booking?.id)).toContain(id)
  })
})
