import { trafficKeptDays } from '@jaanch/contracts/kept-for'
import type { Log } from '@jaanch/platform/logging'
import { openDailyLines } from './daily-lines.ts'

/** One request, or the beginning or end of a socket. Ids and pseudonyms only: no path with ids, no query, no address. */
type AccessLine = {
  /** When it arrived, ms since 1970 */
  at: number
  /** The id of the request, which its answer, the log and its events have; of a socket its id */
  request: string
  /** Of a socket CONNECT and DISCONNECT */
  method: string
  /** The pattern of the route; `none` for an unknown one, `/socket.io` for a socket */
  route: string
  /** 499 if the caller left before the answer began */
  status: number
  /** From its arrival to the end of the answer, or how long the socket was open */
  ms: number
  /** Whose session it was; null for a stranger */
  user: string | null
  /** What stands for the network, as in the audit trail */
  network: string
  /** The answer did not arrive whole */
  cut?: true
}

export type AccessLog = {
  write(line: AccessLine): void
  close(): Promise<void>
}

/** @param target a directory, or `stdout`; without one nothing is written */
export function createAccessLog(
  target: string | undefined,
  options: { log: Log; now: () => Date },
): AccessLog {
  if (target === undefined) return { write() {}, close: async () => {} }
  const lines = openDailyLines({ target, keepDays: trafficKeptDays, ...options })
  return {
    write({ at, ...line }) {
      const text = JSON.stringify({ log: 'requests', at: new Date(at).toISOString(), ...line })
      lines.add(`${text}\n`, line.user !== null)
    },
    close: lines.close,
  }
}
