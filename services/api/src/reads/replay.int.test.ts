import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { rebuild } from '@jaanch/projector/generations/rebuild'
import { createClient } from '@jaanch/tests/support/client'
import { type Customer, createCustomer, placeBooking } from '@jaanch/tests/support/people'
import { headOf, untilProjected } from '@jaanch/tests/support/read-tables'
import { sendTo } from '@jaanch/tests/support/send'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'

// rebuilds all read tables, again and again: the log must be short, and the tables only what follows from it
const it = ownStackTest().extend('elsewhere', { scope: 'file' }, ({ stack }) => stack.anotherApi())

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
    const answer = await there.ask(bookingRoutes.listBookings)
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
    for (let n = 0; n < 2 || Math.min(...reads) <= 3; n += 1)
      expect(await Promise.race([replay(stack), flowing])).toMatchObject({ different: 0, wentLive: true })
    stop.now = true
    await flowing
  })

  it('the new generation pushes no row again, and each later change once', async ({ stack, packageId }) => {
    const customer = await createCustomer(stack)
    const watching = listenTo(stack.url, { token: customer.token })
    await watching.first('caught-up')
    await placeBooking(customer, packageId)
    // waits for the push as well: on a busy machine it may be later than a read
    await expect.poll(() => watching.bookings().some((message) => message.booking?.orderNumber)).toBe(true)
    watching.close()
    await untilProjected(stack.database)
    const after = await headOf(stack.database)
    const listening = listenTo(stack.url, { token: customer.token, after })
    await listening.first('caught-up')
    await replay(stack)

    // changes that the replay pushed would have arrived before this one
    const { id } = await placeBooking(customer, packageId)
    await expect.poll(() => listening.bookings().some((message) => message.booking?.orderNumber)).toBe(true)
    const pushed = listening.bookings().map(({ position, booking }) => [booking?.id, position])
    expect(new Set(pushed.map(([which]) => which))).toEqual(new Set([id]))
    expect(pushed.every(([, position]) => Number(position) > after)).toBe(true)
    expect(new Set(pushed.map(String)).size).toBe(pushed.length)
  })

  it('a client that connects afterwards catches up on the changes that it missed, and on nothing else', async ({
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
