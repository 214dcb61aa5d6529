import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { notificationRoutes } from '@jaanch/contracts/http/notifications'
import { feed } from '@jaanch/projector/feed/feed'
import { createGeneration, goLive } from '@jaanch/projector/generations/generations'
import { createClient } from '@jaanch/tests/support/client'
import { createCustomer, placeBooking } from '@jaanch/tests/support/people'
import { liveGeneration, untilProjected } from '@jaanch/tests/support/read-tables'
import type { Stack } from '@jaanch/tests/support/stack'
import { ownStackTest } from '@jaanch/tests/support/test'
import pg from 'pg'
import { describe, expect } from 'vitest'

const it = ownStackTest({ workers: false })

/**
 * Runs a request that has passed the read barrier when its generation is superseded and dropped, as if its process had been
 * frozen in between: it waits for the lock of a table.
 */
async function whileDropped<Answer>(
  stack: Stack,
  table: string,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const client = await stack.database.pool.connect()
  const owner = new pg.Client({ connectionString: stack.database.url })
  await owner.connect()
  try {
    const old = (await liveGeneration(stack.database))?.generation as number
    const next = await createGeneration(client)
    while ((await feed(client, next)) !== undefined);
    await owner.query('begin')
    await owner.query(`lock table read_${old}.${table} in access exclusive mode`)
    const answer = request()
    await expect.poll(() => isAnyoneWaiting(stack)).toBe(true)
    await goLive(client, next)
    await owner.query("update read_generations set state = 'dropped' where generation = $1", [old])
    // this table alone: readers of the others may wait for it meanwhile, with their locks
    await owner.query(`drop table read_${old}.${table}`)
    await owner.query('commit')
    const answered = await answer
    await owner.query(`drop schema read_${old} cascade`)
    return answered
  } finally {
    client.release()
    await owner.end()
  }
}

async function isAnyoneWaiting({ database }: Stack): Promise<boolean> {
  const { rowCount } = await database.asOwner(
    `select from pg_stat_activity
      where datname = current_database() and application_name in ('api queries', 'api pages', 'api record') and wait_event_type = 'Lock'`,
  )
  return rowCount !== 0
}

describe('a request whose generation was dropped after it had passed the barrier', () => {
  it('reads the generation that is live now', async ({ stack, packageId }) => {
    const customer = await createCustomer(stack)
    const { id } = await placeBooking(customer, packageId)
    await untilProjected(stack.database)
    await stack.stopProjector()
    const answer = await whileDropped(stack, 'bookings', () =>
      customer.client.ask(bookingRoutes.listBookings),
    )
    expect(answer).toMatchObject({ status: 200, body: [{ id }] })
  })

  it('places a booking, for which open ones are counted', async ({ stack, packageId }) => {
    const customer = await createCustomer(stack)
    const { id } = await placeBooking(customer, packageId)
    const placed = await whileDropped(stack, 'counts', () => placeBooking(customer, packageId))
    expect(placed.id).not.toBe(id)
  })

  it('is answered with 503 if it is no read', async ({ stack }) => {
    const customer = await createCustomer(stack)
    const client = createClient(stack.url, customer.token)
    const answer = await whileDropped(stack, 'notifications', () =>
      client.ask(notificationRoutes.readNotifications, { body: { ids: ['1'] } }),
    )
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
  })
})
