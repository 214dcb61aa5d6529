import { setTimeout } from 'node:timers/promises'
import { bookingCalls } from '@jaanch/booking/api'
import { headers } from '@jaanch/contracts/http/headers'
import { bookingInput } from './inputs.ts'
import type { PoliteClient } from './polite-client.ts'

export type Traffic = {
  /** Writes that were acknowledged so far */
  acknowledged(): number
  /** Ids of the bookings of each customer that were acknowledged, by the token of the customer */
  bookings: ReadonlyMap<string, string[]>
  /** The faults: refused writes, and reads that lacked an acknowledged booking without saying so */
  problems: string[]
  /** Resolves when every booking that was begun has gone its way */
  stop(): Promise<void>
}

type People = {
  customers: readonly { token: string; addressId: string }[]
  admin: string
  lab: { token: string; labPartnerId: string }
  packageId: string
}

/** Bookings that go their way at the same time */
const atOnce = 4
const pauseMs = 200

/** Places bookings for one customer after the other; each is read, assigned to the lab and confirmed by it. */
export function startTraffic(
  { client, send }: PoliteClient,
  { customers, admin, lab, packageId }: People,
): Traffic {
  const bookings = new Map(customers.map(({ token }): [string, string[]] => [token, []]))
  const problems: string[] = []
  let isStopped = false
  let moves = 0
  let next = 0

  async function book({ token, addressId }: People['customers'][number]): Promise<void> {
    const body = bookingInput(packageId, addressId)
    const { id } = await client.as(token).call(bookingCalls.placeBooking, { body })
    bookings.get(token)?.push(id)
    const list = await send({ method: 'GET', path: '/api/bookings', token })
    const isListed = (list.body as { id: string }[]).some((booking) => booking.id === id)
    if (!isListed && !list.headers.has(headers.readBehind))
      problems.push(`${id} was acknowledged, and missing in the list`)
    const params = { id }
    const { labPartnerId } = lab
    await client.as(admin).call(bookingCalls.assignLab, { params, body: { labPartnerId } })
    moves += 1
    await client
      .as(lab.token)
      .call(bookingCalls.changeBookingStatus, { params, body: { status: 'confirmed' } })
    moves += 1
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      const customer = customers[next++ % customers.length] as People['customers'][number]
      await book(customer).catch((error: Error) => problems.push(error.message))
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
