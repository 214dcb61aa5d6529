import { headers } from '@jaanch/contracts/http/headers'
import { type Client, createClient } from '@jaanch/tests/support/client'
import {
  type Answer,
  type Call,
  NoAnswerError,
  nameOf,
  politely,
  refusalOf,
  sendTo,
} from '@jaanch/tests/support/send'
import { raceReasons } from '../oracle/check-log.ts'
import type { Oracle } from '../oracle/oracle.ts'

/** Longer than all faults together can last for one request */
const patienceMs = 300_000

/** No place was free. */
export class FullError extends Error {
  override name = 'FullError'
}
const fullCodes = ['slot-full', 'instant-unavailable']

/** Somebody else was faster. The log must contain what the other person did. */
class LostRaceError extends Error {
  override name = 'LostRaceError'
}

/** Waits for a command that somebody else may prevent. @returns whether it was accepted */
export async function unlessFaster(command: Promise<unknown>): Promise<boolean> {
  try {
    await command
    return true
  } catch (error) {
    if (error instanceof LostRaceError) return false
    throw error
  }
}

export type PoliteClient = {
  client: Client
  /** Reads a list after a write: it must contain the row, unless the answer says that it may lack events. */
  expectInList(reader: Client, path: string, row: { id: string; position: number }): Promise<void>
}

/**
 * Calls the API as a polite client does while it is disturbed: it repeats a request with the same Idempotency-Key after a closed
 * connection, a timeout, 429 and 5xx. It tells the oracle each acknowledged write, and what went wrong.
 */
export function createPoliteClient(url: string, oracle: Oracle): PoliteClient {
  const once = sendTo(url, { timeoutMs: 10_000 })
  const repeating = politely<Answer>(
    // the balancer chooses for each connection: kept ones would leave a process that was started again without requests
    (call) => once({ ...call, headers: { ...call.headers, connection: 'close' } }),
    { patienceMs, isTemporary, onRepeat: oracle.countRetry },
  )

  function isTemporary({ status, headers: sent, body }: Answer, call: Call): boolean {
    if (status >= 500 && status !== 503)
      oracle.serverErrors.push(`${nameOf(call)}: ${status} ${JSON.stringify(body)}`)
    // the read tables may not have the row yet
    return status === 429 || status >= 500 || (status === 404 && sent.has(headers.readBehind))
  }

  async function send(call: Call): Promise<Answer> {
    const answer = await repeating(call).catch((error: Error) => {
      if (error instanceof NoAnswerError) oracle.lost.push(nameOf(call))
      throw error
    })
    if (answer.status < 300) {
      oracle.acknowledge(call, answer)
      return answer
    }
    const { code = '' } = (answer.body ?? {}) as { code?: string }
    if (code in raceReasons) {
      oracle.lostRaces.push({ call, code })
      throw new LostRaceError(nameOf(call))
    }
    if (fullCodes.includes(code)) {
      oracle.full += 1
      throw new FullError(nameOf(call))
    }
    const refusal = refusalOf(call, answer)
    oracle.refusals.push(refusal.message)
    throw refusal
  }

  return {
    client: createClient(send),
    async expectInList(reader, path, row) {
      const { body, headers: sent } = await reader.raw<(typeof row)[]>(path)
      const found = body.find(({ id }) => id === row.id)
      const what = `GET ${path}: ${row.id} at ${found?.position ?? 'no position'} instead of ${row.position}, log position ${sent.get(headers.logPosition)}`
      oracle.countRead(what, {
        isBehind: sent.has(headers.readBehind),
        isCurrent: found !== undefined && found.position >= row.position,
      })
    },
  }
}
