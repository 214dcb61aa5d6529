import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { pause } from '@jaanch/platform/run-loop'
import { bookingInput, type Customer } from '@jaanch/tests/support/people'
import { untilProjected } from '@jaanch/tests/support/read-tables'
import { startReplicatedDatabase } from '@jaanch/tests/support/replicated-database'
import type { ReplicatedPostgres } from '@jaanch/tests/support/replicated-postgres'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { afterEach, expect } from 'vitest'

let servers: ReplicatedPostgres

// the primary of its database is killed
const it = ownStackTest({
  async database() {
    const started = await startReplicatedDatabase({ isSynchronous: true })
    servers = started.servers
    return started.database
  },
})

afterEach(closeSockets)

/** As a polite client: the same request with the same key until it is accepted. @returns the booking's id */
async function placeUntilAccepted({ client, addressId }: Customer, packageId: string): Promise<string> {
  const idempotencyKey = crypto.randomUUID()
  const body = bookingInput(packageId, addressId)
  for (;;) {
    const answer = await client.ask(bookingRoutes.placeBooking, { body, idempotencyKey })
    if (answer.status !== 503) {
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
      return answer.body.id
    }
    await pause(100)
  }
}

async function fetchBookings({ client }: Customer, ids: Set<string>): Promise<void> {
  for (;;) {
    const answer = await client.ask(bookingRoutes.listBookings, { query: { limit: 500 } })
    if (answer.status === 200) {
      for (const { id } of answer.body) ids.add(id)
      return
    }
    await pause(100)
  }
}

it('no acknowledged booking is lost when the primary is killed and its synchronous standby promoted, and the services go on', async ({
  stack,
  customer,
  packageId,
}) => {
  const listening = listenTo(stack.url, { token: customer.token })
  await listening.first('caught-up')
  // every promotion begins an epoch: then a client fetches again what it shows, and what follows is pushed
  const fetched = new Set<string>()
  const fetching: Promise<void>[] = []
  listening.socket.on('start-over', () => fetching.push(fetchBookings(customer, fetched)))
  const accepted: string[] = []
  let isOver = false
  const placing = Array.from({ length: 4 }, async () => {
    while (!isOver) accepted.push(await placeUntilAccepted(customer, packageId))
  })
  try {
    await expect.poll(() => accepted.length).toBeGreaterThan(20)
    await servers.killPrimary()
    const atFailover = accepted.length
    await servers.promoteStandby()
    await expect.poll(() => accepted.length).toBeGreaterThan(atFailover + 20)
  } finally {
    isOver = true
    await Promise.all(placing)
  }

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
  await listening.first('start-over')
  await Promise.all(fetching)
  await expect
    .poll(() => new Set([...fetched, ...listening.bookings().map(({ booking }) => booking?.id)]))
    .toEqual(new Set(accepted))
})
