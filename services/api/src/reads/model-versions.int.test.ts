import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { modelVersion } from '@jaanch/contracts/model-version'
import { createLog } from '@jaanch/platform/logging'
import { runProjector } from '@jaanch/projector/feed/projector'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { createCustomer, placeBooking } from '@jaanch/tests/support/people'
import { liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { ownStackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'

const it = ownStackTest({ workers: false })
const newer = modelVersion + 1

afterEach(closeSockets)

describe('an API process', () => {
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
    expect(await client.ask(bookingRoutes.listBookings)).toMatchObject(refusal('unavailable'))

    const stop = new AbortController()
    const projecting = runProjector({
      url: stack.database.url,
      log: createLog('test', 'silent'),
      signal: stop.signal,
      version: newer,
    })
    await expect.poll(() => ready(url)).toBe(200)
    expect(await client.call(bookingRoutes.listBookings)).toMatchObject([{ id }])

    // a table of the older version must not matter to it, and its own not to the other process
    const old = (await liveGeneration(stack.database))?.generation
    await stack.database.asOwner(`alter table read_${old}.bookings add column only_here text default 'old'`)
    await stack.database.asOwner(
      `delete from read_${(await liveGeneration(stack.database, newer))?.generation}.bookings where id = $1`,
      [id],
    )
    expect(await client.call(bookingRoutes.listBookings)).toEqual([])
    expect(await customer.client.call(bookingRoutes.listBookings)).toMatchObject([{ id }])

    const listening = listenTo(url, { token: customer.token })
    await listening.first('caught-up')
    const next = await placeBooking(customer, packageId)
    await expect.poll(() => listening.bookings().map(({ booking }) => booking?.id)).toContain(next.id)

    stop.abort()
    await projecting
    expect(await ready(stack.url)).toBe(200)
    expect((await customer.client.call(bookingRoutes.listBookings)).map((row) => row.id)).toEqual([
      next.id,
      id,
    ])
  }, 120_000)
})
