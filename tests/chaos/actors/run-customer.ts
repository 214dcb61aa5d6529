import { setTimeout } from 'node:timers/promises'
import { notificationRoutes } from '@jaanch/contracts/http/notifications'
import { createRandom } from '@jaanch/infra/local/demo/random'
import { type Customer, registerCustomer } from '@jaanch/tests/support/participants'
import { bookTest } from './book-test.ts'
import type { Crew } from './crew.ts'
import { FullError } from './polite-client.ts'
import { sendPrescription } from './send-prescription.ts'

const weights = { book: 70, prescribe: 14, notifications: 12, register: 4 }
const actions = Object.keys(weights) as (keyof typeof weights)[]

/**
 * What one customer does until the run ends, one thing after the other. The choices follow from the seed; how many of them
 * the time allows does not.
 *
 * @param onError receives what ended an action early
 */
export async function runCustomer(
  crew: Crew,
  { seed, index }: { seed: number; index: number },
  onError: (error: Error) => void,
  signal: AbortSignal,
): Promise<void> {
  const customer = crew.customers[index]
  if (!customer) throw new Error(`There is no customer ${index}`)
  for (let n = 0; !signal.aborted; n += 1) {
    // each action has choices of its own, so that one that ends early does not change the next ones
    const random = createRandom('chaos', seed, 'customer', index, n)
    const action = random.weighted(actions, (name) => weights[name])
    try {
      if (action === 'book') await bookTest(crew, customer, random)
      else if (action === 'prescribe') await sendPrescription(crew, customer, random)
      else if (action === 'notifications') await readNotifications(crew, customer, random.chance(0.3))
      else await registerCustomer(crew.client, random, n)
    } catch (error) {
      if (!(error instanceof FullError)) onError(error as Error)
    }
    await setTimeout(crew.pauseMs())
  }
}

async function readNotifications({ client }: Crew, { token }: Customer, all: boolean): Promise<void> {
  const reader = client.as(token)
  const rows = await reader.call(notificationRoutes.listNotifications)
  const ids = rows.filter(({ read }) => !read).map(({ id }) => id)
  if (ids.length === 0) return
  const body = all ? { all: true as const } : { ids: ids.slice(0, 3) }
  await reader.call(notificationRoutes.readNotifications, { body })
}
