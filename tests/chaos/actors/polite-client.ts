import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { headers } from '@jaanch/contracts/http/headers'
import {
  type Answer,
  type Api,
  type Call,
  createConnections,
  nameOf,
  refusalOf,
} from '@jaanch/tests/simulate/api-client'
import type { Oracle } from '../oracle/oracle.ts'

export type PoliteClient = Api & {
  /** As `call`, with the headers of the answer. @throws RequestError for an answer that repeating does not change */
  send(call: Call): Promise<Answer>
}

/** There is no place for the visit. The places of that moment must explain it (`findUnexplained`). */
export class FullError extends Error {
  override name = 'FullError'
}

const fullCodes: ReadonlySet<unknown> = new Set(['slot-full', 'instant-unavailable'])

const attemptTimeoutMs = 10_000
/** Longer than all faults of the schedule together can last for one request */
const patienceMs = 120_000
const firstPauseMs = 100
const maxPauseMs = 1_000

/**
 * Calls the API as a polite client does while it is disturbed: it repeats a request with the same Idempotency-Key after a
 * closed connection, a timeout, 500, 502, 503, and 429 after the pause that the answer asks for. The oracle is told each
 * acknowledged write, and what went wrong.
 */
export function createPoliteClient(url: string, oracle: Oracle): PoliteClient {
  const { send: sendOnce, close } = createConnections(new URL(url), attemptTimeoutMs)

  async function send(given: Call): Promise<Answer> {
    const call =
      given.method === 'GET' ? given : { ...given, idempotencyKey: given.idempotencyKey ?? randomUUID() }
    const deadline = performance.now() + patienceMs
    let pauseMs = firstPauseMs
    let isUncertain = false
    while (performance.now() < deadline) {
      const sentAt = Date.now()
      const answer = await sendOnce(call).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status < 300) {
        oracle.acknowledge(call, answer)
        return answer
      }
      if (!(answer instanceof Error)) assertTemporary(call, answer, { isUncertain, sentAt })
      isUncertain ||= answer instanceof Error || answer.status !== 429
      oracle.countRetry(reasonOf(answer))
      await setTimeout(answer instanceof Error ? pauseMs : Math.max(pauseMs, retryAfterMs(answer)))
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    }
    oracle.lost.push(nameOf(call))
    throw new Error(`${nameOf(call)}: no answer in ${patienceMs / 1_000} s`)
  }

  /** Returns to repeat the request. @throws FullError; RequestError for any other answer that repeating does not change */
  function assertTemporary(
    call: Call,
    answer: Answer,
    { isUncertain, sentAt }: { isUncertain: boolean; sentAt: number },
  ): void {
    if ([429, 502, 503].includes(answer.status)) return
    // the read tables may lack it yet
    if (answer.status === 404 && headers.readBehind in answer.headers) return
    if (answer.status === 500) {
      oracle.serverErrors.push(`${nameOf(call)}: ${JSON.stringify(answer.body)}`)
      return
    }
    if (fullCodes.has(codeOf(answer))) {
      oracle.fullRefusals.push({ call, sentAt, answeredAt: Date.now() })
      throw new FullError(nameOf(call))
    }
    const refusal = refusalOf(call, answer)
    oracle.refusals.push(`${refusal.message}${isUncertain ? ' (repeated)' : ''}`)
    throw refusal
  }

  return { send, close, call: async <Body>(call: Call) => (await send(call)).body as Body }
}

function reasonOf(answer: Answer | Error): string {
  if (!(answer instanceof Error)) return String(answer.status)
  return /no response/.test(answer.message) ? 'no answer in time' : 'connection closed'
}

function codeOf({ body }: Answer): unknown {
  return (body as { code?: unknown } | undefined)?.code
}

function retryAfterMs({ headers: sent }: Answer): number {
  return Number(sent['retry-after'] ?? 0) * 1_000
}
