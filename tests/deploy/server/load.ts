/** A few people who read and book all the time, while processes of the server are ended and started. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { bookingInput, type Customer } from '@jaanch/tests/support/people'

export type Outcome = {
  requests: number
  /** First attempts that were not answered with success, by method and reason */
  refused: Record<string, number>
  /** Requests that no repetition within ten seconds got through */
  failures: string[]
  /** The longest time from the first attempt to success, ms */
  longestMs: number
  /** Ids of bookings that were acknowledged */
  booked: string[]
}

const pauseMs = 100
const patienceMs = 10_000

/** Each customer reads lists, and books every twentieth time. @returns ends it, and says what happened */
export function startLoad(
  url: string,
  customers: readonly Customer[],
  packageId: string,
): () => Promise<Outcome> {
  const outcome: Outcome = { requests: 0, refused: {}, failures: [], longestMs: 0, booked: [] }
  let isOver = false

  async function request(customer: Customer, method: 'GET' | 'POST', path: string, body?: object) {
    const startedAt = performance.now()
    const headers = {
      authorization: `Bearer ${customer.token}`,
      'idempotency-key': randomUUID(),
      ...(body && { 'content-type': 'application/json' }),
    }
    outcome.requests += 1
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch((error) => ({ status: 0, text: String(error.cause ?? error) }))
      if (answer.status >= 200 && answer.status < 300) {
        outcome.longestMs = Math.max(outcome.longestMs, performance.now() - startedAt)
        return JSON.parse(answer.text)
      }
      const reason = `${method} ${answer.status || answer.text}`
      if (attempt === 1) outcome.refused[reason] = (outcome.refused[reason] ?? 0) + 1
      if (performance.now() - startedAt > patienceMs) {
        outcome.failures.push(`${path}: ${answer.status} ${answer.text}`)
        return undefined
      }
      await setTimeout(200)
    }
  }

  const running = customers.map(async (customer) => {
    for (let turn = 0; !isOver; turn += 1) {
      if (turn % 20 === 0) {
        const body = bookingInput(packageId, customer.addressId)
        const booking = await request(customer, 'POST', '/api/bookings', body)
        if (booking) outcome.booked.push(booking.id)
      } else await request(customer, 'GET', turn % 2 ? '/api/bookings' : '/api/packages/popular')
      await setTimeout(pauseMs)
    }
  })

  return async () => {
    isOver = true
    await Promise.all(running)
    return outcome
  }
}
