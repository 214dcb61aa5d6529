import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { beginEpoch } from '@jaanch/eventlog/epoch'
import { createCustomer, placeBooking } from '@jaanch/tests/support/people'
import { headOf, untilProjected } from '@jaanch/tests/support/read-tables'
import { closeSockets, type Listening, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import { afterEach, describe, expect } from 'vitest'

// loses events of the log
const it = ownStackTest()

afterEach(closeSockets)

const epochOf = async (stack: Stack): Promise<string> =>
  (await stack.database.asOwner('select id from log.epoch')).rows[0].id

async function connected(url: string, token: string): Promise<Listening> {
  const client = listenTo(url, { token })
  await client.first('caught-up')
  return client
}

/** What a restore of an older state leaves: a log without its last events. */
async function loseEventsAfter(stack: Stack, position: number): Promise<void> {
  const { database } = stack
  await database.asOwner('alter table log.events disable trigger append_only')
  await database.asOwner('delete from log.events where position > $1', [position])
  await database.asOwner('alter table log.events enable trigger append_only')
}

describe('after the log lost its last events', () => {
  it('every API process makes its clients start over, and everything goes on from the end of the log', async ({
    stack,
    packageId,
  }) => {
    const customer = await createCustomer(stack)
    const elsewhere = await stack.anotherApi()
    const kept = await placeBooking(customer, packageId)
    const orderNumberOf = async (id: string) =>
      (await customer.client.ask(bookingRoutes.getBooking, { params: { id } })).body?.orderNumber ?? null
    await expect.poll(() => orderNumberOf(kept.id)).not.toBeNull()
    await untilProjected(stack.database)
    const head = await headOf(stack.database)
    const lost = await placeBooking(customer, packageId)
    await expect.poll(() => orderNumberOf(lost.id)).not.toBeNull()
    await untilProjected(stack.database)
    const clients = [await connected(stack.url, customer.token), await connected(elsewhere, customer.token)]
    const before = await epochOf(stack)

    // read tables and cursors are beyond the end of the log
    await loseEventsAfter(stack, head)
    for (const client of clients) {
      expect((await client.first('start-over')).epoch).toBe(await epochOf(stack))
    }
    expect(await epochOf(stack)).not.toBe(before)
    const { rows } = await stack.database.asOwner('select reason from log.epochs where id <> $1', [before])
    expect(rows).toEqual([{ reason: expect.stringContaining('the read tables contain event') }])

    // the rebuilt lists lack what the log lacks
    const listed = async () => {
      const { body, headers } = await customer.client.ask(bookingRoutes.listBookings)
      return { ids: body.map(({ id }) => id), epoch: headers.get('log-epoch') }
    }
    await expect.poll(listed).toEqual({ ids: [kept.id], epoch: await epochOf(stack) })

    // later changes have lower positions, reach every client and are handled by workers
    const placed = await placeBooking(customer, packageId)
    expect(placed.position).toBe(head + 1)
    for (const client of clients) {
      await expect.poll(() => client.bookings().some(({ booking }) => booking?.id === placed.id)).toBe(true)
    }
    await expect.poll(() => orderNumberOf(placed.id)).not.toBeNull()

    // a client that was away
    const away = listenTo(stack.url, { token: customer.token, after: head, epoch: before })
    expect(await away.first('start-over')).toMatchObject({ epoch: await epochOf(stack) })
  })
})

describe('after another epoch began, as the commands of a restore do', () => {
  it('connected clients start over once, and receive the next change', async ({ stack, packageId }) => {
    const customer = await createCustomer(stack)
    const client = await connected(stack.url, customer.token)
    const epoch = await beginEpoch(stack.database.pool, 'a test')
    expect(await client.first('start-over')).toMatchObject({ epoch })
    const { id } = await placeBooking(customer, packageId)
    await expect.poll(() => client.bookings().some(({ booking }) => booking?.id === id)).toBe(true)
    expect(client.messages.filter(({ event }) => event === 'start-over')).toHaveLength(1)
  })
})
