import { headers } from '@jaanch/contracts/http/headers'
import { type Client, createClient } from '@jaanch/tests/support/client'
import {
  type Answer,
  type Call,
  NoAnswerError,
  nameOf,
  politely,
  refusalOf,
  type Send,
  sendTo,
} from '@jaanch/tests/support/send'
import type { Oracle } from '../oracle/oracle.ts'

/** There is no place for the visit. The places of that moment must explain it (`findUnexplained`). */
export class FullError extends Error {
  override name = 'FullError'
}

const fullCodes: ReadonlySet<unknown> = new Set(['slot-full', 'instant-unavailable'])

/** Somebody else was faster: only what another person was answered with success can be the reason, which the checks look for. */
class LostRaceError extends Error {
  override name = 'LostRaceError'
}

/** Waits for a command that somebody else may prevent. @returns whether it was accepted. @throws any error but LostRaceError */
export async function unlessFaster(command: Promise<unknown>): Promise<boolean> {
  try {
    await command
    return true
  } catch (error) {
    if (error instanceof LostRaceError) return false
    throw error
  }
}

const raceCodes: ReadonlySet<unknown> = new Set([
  'tube-accepted',
  'tube-rejected',
  'draft-replaced',
  'critical-call-closed',
])

const attemptTimeoutMs = 10_000
/** Longer than all faults of the schedule together can last for one request */
const patienceMs = 120_000

/** With the time of the attempt that was answered, ms since 1970 */
type Timed = Answer & { sentAt: number }

/**
 * Calls the API as a polite client does while it is disturbed: it repeats a request with the same Idempotency-Key after a closed
 * connection, a timeout, 500, 502, 503, and 429. The oracle is told each acknowledged write, and what went wrong.
 */
export function createPoliteClient(url: string, oracle: Oracle): { send: Send; client: Client } {
  const once = sendTo(url, { timeoutMs: attemptTimeoutMs })
  const repeating = politely<Timed>(
    async (call) => {
      const sentAt = Date.now()
      // the balancer chooses for each connection: kept ones would leave a process that was started again without requests
      const headers = { ...call.headers, connection: 'close' }
      return { ...(await once({ ...call, headers })), sentAt }
    },
    { patienceMs, isTemporary, onRepeat: oracle.countRetry },
  )

  function isTemporary({ status, headers: sent, body }: Answer, call: Call): boolean {
    if (status === 500) oracle.serverErrors.push(`${nameOf(call)}: ${JSON.stringify(body)}`)
    // the read tables may lack it yet
    return [429, 500, 502, 503].includes(status) || (status === 404 && sent.has(headers.readBehind))
  }

  /** @throws FullError, LostRaceError; Error for any other answer that repeating does not change */
  async function send(call: Call): Promise<Answer> {
    const answer = await repeating(call).catch((error: Error) => {
      if (error instanceof NoAnswerError) oracle.lost.push(nameOf(call))
      throw error
    })
    if (answer.status < 300) {
      oracle.acknowledge(call, answer)
      return answer
    }
    const code = (answer.body as { code?: unknown } | undefined)?.code
    if (raceCodes.has(code)) {
      oracle.lostRaces.push({ call, code: String(code) })
      throw new LostRaceError(nameOf(call))
    }
    if (fullCodes.has(code)) {
      oracle.fullRefusals.push({ call, sentAt: answer.sentAt, answeredAt: Date.now() })
      throw new FullError(nameOf(call))
    }
    const refusal = refusalOf(call, answer)
    oracle.refusals.push(refusal.message)
    throw refusal
  }

  return { send, client: createClient(send) }
}
