import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

type Answer = { status: number; body: unknown; isBehind: boolean }

/** A client that repeats a request after a lost connection or a 503, with the same Idempotency-Key. */
export type PoliteClient = {
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<Answer>
  /** Requests that were answered with another 5xx, or never */
  failures: string[]
  /** Requests that had to be sent again */
  repeats: number
}

const attempts = 150
const pauseMs = 100

/**
 * @param url the API that takes requests at the moment of each attempt
 * @param keepsConnections whether requests share connections; by default each opens one, as behind a load balancer that does so
 */
export function createPoliteClient(
  url: () => string,
  { keepsConnections = false }: { keepsConnections?: boolean } = {},
): PoliteClient {
  const client: PoliteClient = {
    failures: [],
    repeats: 0,
    async call(method, path, { token, body } = {}) {
      const init: RequestInit = {
        method,
        headers: {
          'idempotency-key': randomUUID(),
          ...(!keepsConnections && { connection: 'close' }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        if (attempt > 0) client.repeats += 1
        const answer = await send(`${url()}${path}`, init).catch(() => undefined)
        if (answer && answer.status >= 500 && answer.status !== 503)
          client.failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        if (answer && answer.status !== 503) return answer
        await setTimeout(pauseMs)
      }
      client.failures.push(`${method} ${path}: no answer`)
      return { status: 0, body: undefined, isBehind: false }
    },
  }
  return client
}

async function send(url: string, init: RequestInit) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    isBehind: response.headers.has('read-behind'),
  }
}
