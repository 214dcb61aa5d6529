import { get } from 'node:http'
import { bookingCalls } from '@jaanch/booking/api'
import { packageCalls } from '@jaanch/catalogue/packages/api'
import { createLog } from '@jaanch/platform/logging'
import { createClient } from '@jaanch/tests/support/client'
import { placeBooking } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import pg from 'pg'
import { expect } from 'vitest'

/** Another API, and the errors that it logs until it has ended: Fastify logs some after the answer was sent. */
async function startLogged(stack: Stack) {
  const lines: string[] = []
  const log = createLog('test', 'error', { write: (line) => void lines.push(line) })
  const url = await stack.anotherApi({ log })
  const readErrors = async () => {
    await stack.restore()
    return lines
  }
  return { url, readErrors }
}

it('a handler that sends a ready body logs no error', async ({ stack, customer }) => {
  const { url, readErrors } = await startLogged(stack)
  expect((await createClient(url).ask(packageCalls.listPopularPackages)).status).toBe(200)
  expect((await createClient(url, customer.token).ask(bookingCalls.listBookings)).status).toBe(200)
  expect(await readErrors()).toEqual([])
})

it('nor if the client leaves before the answer is compressed', async ({ stack, customer, packageId }) => {
  const { url, readErrors } = await startLogged(stack)
  for (let n = 0; n < 3; n += 1) await placeBooking(customer, packageId)
  await createClient(url, customer.token).ask(bookingCalls.listBookings)
  const owner = new pg.Client({ connectionString: stack.database.url })
  await owner.connect()
  await owner.query('begin; lock table family_members in access exclusive mode')
  const headers = { authorization: `Bearer ${customer.token}`, 'accept-encoding': 'gzip' }
  const leaving = get(`${url}/api/bookings`, { headers })
  leaving.on('error', () => {})
  const countWaiting = async () =>
    (
      await stack.database.asOwner(
        `select from pg_stat_activity
          where datname = current_database() and application_name = 'api pages' and wait_event_type = 'Lock'`,
      )
    ).rowCount
  await expect.poll(countWaiting).toBe(1)
  leaving.destroy()
  await new Promise((resolve) => leaving.once('close', resolve))
  await owner.query('commit')
  await owner.end()
  expect(await readErrors()).toEqual([])
})
