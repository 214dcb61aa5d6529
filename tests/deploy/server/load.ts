/** A few people who read and book all the time, while processes of the server are ended and started. */
import { setTimeout } from 'node:timers/promises'
import { bookingInput, type Customer } from '@jaanch/tests/support/people'
import { type Call, politely, sendTo } from '@jaanch/tests/support/send'

export type Outcome = {
  requests: number
  /** Attempts that were not answered with success, by their reason */
  refused: Record<string, number>
  /** Requests that no repetition got through */
  failures: string[]
  /** The longest time from the first attempt to success, ms */
  longestMs: number
  /** Ids of bookings that were acknowledged */
  booked: string[]
}

/** An outcome as the report has it */
export const summaryOf = ({ booked, ...outcome }: Outcome) => ({
  ...outcome,
  longestMs: Math.round(outcome.longestMs),
  booked: booked.length,
})

const pauseMs = 100

/** Each customer reads lists, and books every twentieth time. @returns ends it, and says what happened */
export function startLoad(
  url: string,
  customers: readonly Customer[],
  packageId: string,
): () => Promise<Outcome> {
  const outcome: Outcome = { requests: 0, refused: {}, failures: [], longestMs: 0, booked: [] }
  let isOver = false
  const send = politely(sendTo(url), {
    isTemporary: ({ status }) => status >= 300,
    onRepeat(reason) {
      outcome.refused[reason] = (outcome.refused[reason] ?? 0) + 1
    },
  })

  async function request(call: Call): Promise<unknown> {
    const startedAt = performance.now()
    outcome.requests += 1
    const answer = await send(call).catch((error: Error) => void outcome.failures.push(error.message))
    if (answer) outcome.longestMs = Math.max(outcome.longestMs, performance.now() - startedAt)
    return answer?.body
  }

  const running = customers.map(async ({ token, addressId }) => {
    for (let turn = 0; !isOver; turn += 1) {
      if (turn % 20 === 0) {
        const body = bookingInput(packageId, addressId)
        const booking = await request({ method: 'POST', path: '/api/bookings', token, body })
        if (booking) outcome.booked.push((booking as { id: string }).id)
      } else
        await request({ method: 'GET', path: turn % 2 ? '/api/bookings' : '/api/packages/popular', token })
      await setTimeout(pauseMs)
    }
  })

  return async () => {
    isOver = true
    await Promise.all(running)
    return outcome
  }
}
