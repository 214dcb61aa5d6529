import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { migrate } from '@jaanch/infra/migrations/migrate'
import { openTestDatabase } from '@jaanch/tests/support/database'
import { bookingInput, type Customer } from '@jaanch/tests/support/people'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import { type ReplicatedPostgres, startReplicatedPostgres } from '@jaanch/tests/support/replicated-postgres'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { afterEach, expect } from 'vitest'

let servers: ReplicatedPostgres

const it = ownStackTest({
  async database() {
    const dataDir = await mkdtemp(join(tmpdir(), 'jaanch-failover-'))
    servers = await startReplicatedPostgres({ dataDir, isSynchronous: true, throwAway: true })
    await migrate(servers.url)
    return openTestDatabase(servers.url, async () => {
      await servers.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
  },
})

afterEach(closeSockets)

/** As a polite client: the same request with the same key until it is accepted. @returns the booking's id */
async function placeUntilAccepted({ client, addressId }: Customer, packageId: string): Promise<string> {
  const idempotencyKey = crypto.randomUUID()
  const body = bookingInput(packageId, addressId)
  let id = ''
  await expect
    .poll(async () => {
      const answer = await client.ask(bookingRoutes.placeBooking, { body, idempotencyKey })
      id = answer.body.id
      return answer.status
    })
    .toBe(201)
  return id
}

it('no acknowledged booking is lost when the primary is killed and its synchronous standby promoted, and the services go on', async ({
  stack,
  customer,
  packageId,
}) => {
  const listening = listenTo(stack.url, { token: customer.token })
  await listening.first('caught-up')
  const accepted: string[] = []
  let isOver = false
  const placing = Array.from({ length: 4 }, async () => {
    while (!isOver) accepted.push(await placeUntilAccepted(customer, packageId))
  })
  await expect.poll(() => accepted.length).toBeGreaterThan(20)

  await servers.killPrimary()
  const atFailover = accepted.length
  await servers.promoteStandby()
  await expect.poll(() => accepted.length).toBeGreaterThan(atFailover + 20)
  isOver = true
  await Promise.all(placing)

  await untilWorkDone(stack.database)
  await untilProjected(stack.database)
  const { rows } = await stack.database.asOwner(
    `select count(*)::int as events, min(position)::int as first, max(position)::int as head,
            array_agg(replace(stream_id, 'booking-', '')) filter (where type = 'BookingPlaced') as placed,
            array_agg(replace(stream_id, 'booking-', '')) filter (where type = 'OrderCreated') as ordered
       from log.events`,
  )
  const [log] = rows
  expect(log).toMatchObject({ first: 1, events: log.head })
  expect(log.placed.toSorted()).toEqual(accepted.toSorted())
  expect(log.ordered.toSorted()).toEqual(accepted.toSorted())
  // the connection from before the failover shows all of it
  await expect
    .poll(() => new Set(listening.bookings().map(({ booking }) => booking?.id)))
    .toEqual(new Set(accepted))
})
