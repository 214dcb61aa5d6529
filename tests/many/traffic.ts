import { setTimeout } from 'node:timers/promises'
import { bookingInput, type Customer, type Lab, type Person } from '@jaanch/tests/support/people'
import type { PoliteClient } from '@jaanch/tests/support/polite-client'

export type Traffic = {
  /** Writes that were acknowledged so far */
  acknowledged(): number
  /** Ids of the bookings of each customer that were acknowledged, by the id of the customer */
  bookings: ReadonlyMap<string, string[]>
  /** What went wrong: refused writes, and reads that lacked an acknowledged booking without saying so */
  problems: string[]
  /** Resolves when every booking that was begun has gone its way */
  stop(): Promise<void>
}

type People = { customers: readonly Customer[]; admin: Person; lab: Lab; packageId: string }

/** Bookings that go their way at the same time */
const atOnce = 4
const pauseMs = 250

/** Places bookings for one customer after the other; each is read, assigned to the lab and confirmed by it. */
export function startTraffic(client: PoliteClient, { customers, admin, lab, packageId }: People): Traffic {
  const bookings = new Map(customers.map(({ id }): [string, string[]] => [id, []]))
  const problems: string[] = []
  let isStopped = false
  let moves = 0
  let next = 0

  async function move(method: 'POST' | 'PUT', path: string, { token }: Person, body: unknown): Promise<void> {
    const answer = await client.call(method, path, { token, body })
    if (answer.status >= 400) problems.push(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    else moves += 1
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const customer = customers[next++ % customers.length] as Customer
      const { token } = customer
      const body = bookingInput(packageId, customer.addressId)
      const placed = await client.call('POST', '/api/bookings', { token, body })
      if (placed.status !== 201) {
        problems.push(`a booking: ${placed.status} ${JSON.stringify(placed.body)}`)
        continue
      }
      const { id } = placed.body as { id: string }
      bookings.get(customer.id)?.push(id)
      const list = await client.call('GET', '/api/bookings', { token })
      if (!list.isBehind && !(list.body as { id: string }[]).some((booking) => booking.id === id))
        problems.push(`${id} was acknowledged, and missing in the list`)
      await move('POST', `/api/admin/bookings/${id}/assign-lab`, admin, { labPartnerId: lab.labPartnerId })
      await move('PUT', `/api/bookings/${id}`, lab, { status: 'confirmed' })
      await setTimeout(pauseMs)
    }
  }
  const running = Array.from({ length: atOnce }, run)

  return {
    acknowledged: () => moves + [...bookings.values()].flat().length,
    bookings,
    problems,
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}
