import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { packageRoutes } from '@jaanch/contracts/http/packages'
import { createLog } from '@jaanch/platform/logging'
import { createClient } from '@jaanch/tests/support/client'
import { it } from '@jaanch/tests/support/test'
import { expect } from 'vitest'

it('a handler that sends a ready body logs no error', async ({ stack, customer }) => {
  const lines: string[] = []
  const log = createLog('test', 'error', { write: (line) => void lines.push(line) })
  const url = await stack.anotherApi({ log })
  expect((await createClient(url).ask(packageRoutes.listPopularPackages)).status).toBe(200)
  expect((await createClient(url, customer.token).ask(bookingRoutes.listBookings)).status).toBe(200)
  // Fastify logs it after the answer was sent
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(lines).toEqual([])
})
