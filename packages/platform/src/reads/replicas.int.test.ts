import { bookingCalls } from '@jaanch/booking/api'
import { headers } from '@jaanch/contracts/http/headers'
import { notificationCalls } from '@jaanch/messages/api'
import { type Client, createClient } from '@jaanch/tests/support/client'
import { placeBooking } from '@jaanch/tests/support/people'
import { startReplicatedDatabase } from '@jaanch/tests/support/replicated-database'
import type { ReplicatedPostgres } from '@jaanch/tests/support/replicated-postgres'
import { ownStackTest } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import pg from 'pg'
import { describe, expect } from 'vitest'

let servers: ReplicatedPostgres

// has two servers of its own
const it = ownStackTest({
  async database() {
    const started = await startReplicatedDatabase({ isSynchronous: false })
    servers = started.servers
    return started.database
  },
})
  // an API that reads from the standby
  .extend('reader', { scope: 'file' }, ({ stack }) =>
    stack.anotherApi({ readDatabaseUrls: [servers.standbyUrl] }),
  )
  // asks the standby as its owner
  .extend('standby', { scope: 'file' }, async ({ stack: _ }, { onCleanup }) => {
    const pool = new pg.Pool({ connectionString: servers.standbyUrl, max: 1 })
    pool.on('error', () => {})
    onCleanup(() => pool.end())
    return pool
  })

/** Two servers are created before the first test. */
const patience = 120_000
it.beforeAll(async ({ reader: _ }) => {}, patience)

/** The list contains the booking, unless it says that the projector is late, as it may be on a busy machine. */
async function expectListed(client: Client, id: string): Promise<void> {
  const answer = await client.ask(bookingCalls.listBookings, { query: { limit: 500 } })
  expect(answer.status).toBe(200)
  if (answer.headers.has(headers.readBehind)) return
  expect(answer.body.map((booking) => booking.id)).toContain(id)
}

/** Whether the standby answered a list of bookings since an instant of its own clock. It tells the first kB of a query. */
async function isAsked(standby: pg.Pool, since: Date): Promise<boolean> {
  const { rowCount } = await standby.query(
    `select from pg_stat_activity where application_name = 'api replica' and query like '%member_relationship%'
        and query_start > $1`,
    [since],
  )
  return rowCount !== 0
}

async function nowAt(standby: pg.Pool): Promise<Date> {
  return (await standby.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now ?? new Date()
}

/** Reads until the standby has answered a list. */
async function untilAsked(standby: pg.Pool, client: Client): Promise<void> {
  const since = await nowAt(standby)
  await expect
    .poll(async () => {
      await client.call(bookingCalls.listBookings)
      return isAsked(standby, since)
    })
    .toBe(true)
}

describe('a read from a replica', { timeout: patience }, () => {
  it('sees each booking that was acknowledged before it', async ({
    reader,
    customer,
    packageId,
    standby,
  }) => {
    const client = createClient(reader, customer.token)
    await untilAsked(standby, client)
    for (let n = 0; n < 30; n += 1) {
      const { id } = await placeBooking(customer, packageId)
      await expectListed(client, id)
    }
  })

  it('sees changes of ordinary rows that were acknowledged before it', async ({
    stack,
    reader,
    otherCustomer: customer,
    packageId,
  }) => {
    const client = createClient(reader, customer.token)
    for (let n = 0; n < 5; n += 1) {
      await placeBooking(customer, packageId)
      await untilWorkDone(stack.database)
      expect((await client.call(notificationCalls.countUnread)).unread).toBeGreaterThan(0)
      await customer.client.call(notificationCalls.readNotifications, { body: { all: true } })
      expect((await client.call(notificationCalls.countUnread)).unread).toBe(0)
    }
  })
})

describe('a replica that lags', { timeout: patience }, () => {
  it('is left for the primary until it has caught up', async ({ reader, customer, packageId, standby }) => {
    const client = createClient(reader, customer.token)
    await untilAsked(standby, client)
    await standby.query('select pg_wal_replay_pause()')
    const since = await nowAt(standby)
    try {
      for (let n = 0; n < 5; n += 1) {
        const { id } = await placeBooking(customer, packageId)
        await expectListed(client, id)
      }
      expect(await isAsked(standby, since)).toBe(false)
    } finally {
      await standby.query('select pg_wal_replay_resume()')
    }
    await untilAsked(standby, client)
  })
})

describe('a replica that is killed', { timeout: patience }, () => {
  it('fails no read', async ({ reader, customer, packageId, standby }) => {
    const client = createClient(reader, customer.token)
    await untilAsked(standby, client)
    let isOver = false
    const statuses = new Set<number>()
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.add((await client.ask(bookingCalls.listBookings)).status)
    })
    await expect.poll(() => statuses.size).toBe(1)
    try {
      await servers.killStandby()
      for (let n = 0; n < 5; n += 1) {
        const { id } = await placeBooking(customer, packageId)
        await expectListed(client, id)
      }
    } finally {
      isOver = true
      await Promise.all(reading)
    }
    expect([...statuses]).toEqual([200])
  })
})
