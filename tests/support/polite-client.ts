import { type Client, createClient } from './client.ts'
import { politely, refusalOf, type Send, sendTo, untilCurrent } from './send.ts'

/** A client that repeats a request after a lost connection or a 503, with the same Idempotency-Key. */
export type PoliteClient = {
  /** Its reads see what was written before them */
  client: Client
  send: Send
  /** Requests that were answered with another 5xx */
  failures: string[]
  /** Requests that had to be sent again */
  repeats(): number
}

/**
 * @param url the API that takes requests at the moment of each attempt
 * @param keepsConnections whether requests share connections; by default each opens one, as behind a load balancer that does so
 */
export function createPoliteClient(
  url: () => string,
  { keepsConnections = false }: { keepsConnections?: boolean } = {},
): PoliteClient {
  const failures: string[] = []
  let repeats = 0
  const once = sendTo(url, { timeoutMs: 20_000 })
  const send = politely(
    async (call) => {
      const headers = { ...call.headers, ...(!keepsConnections && { connection: 'close' }) }
      const answer = await once({ ...call, headers })
      if (answer.status >= 500 && answer.status !== 503) failures.push(refusalOf(call, answer).message)
      return answer
    },
    {
      isTemporary: ({ status }) => status === 503,
      onRepeat() {
        repeats += 1
      },
    },
  )
  return { client: createClient(untilCurrent(send)), send, failures, repeats: () => repeats }
}
