import { authenticate } from '@jaanch/account/sessions/authentication'
import type { SessionTokens } from '@jaanch/account/sessions/session-tokens'
import type { Standings } from '@jaanch/account/sessions/standings'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { Log } from '@jaanch/platform/logging'
import { runLoop, type WakeSignal } from '@jaanch/platform/run-loop'

type Connection = { token: string; caller: Pick<Caller, 'userId' | 'sessionId'>; close(): void }

export type TokenCheck = {
  sessionTokens: Pick<SessionTokens, 'verify'>
  standings: Pick<Standings, 'get' | 'load'>
  connections: () => readonly Connection[]
  /** Notified when any account may have changed */
  wakeSignal: WakeSignal
  log: Log
  signal: AbortSignal
}

/** Tokens expire, and the notification of a revocation can be lost */
const checkEveryMs = 30_000
/** Connections per query of standings: 10,000 connections need 20 queries, and no query or turn of the event loop is long */
const batchSize = 500

/** Closes the connections whose tokens were revoked or have expired: every 30 s and when woken, one check after the other. */
export function checkTokens({
  sessionTokens,
  standings,
  connections,
  wakeSignal,
  log,
  signal,
}: TokenCheck): Promise<void> {
  async function check(batch: readonly Connection[]): Promise<void> {
    await standings.load(batch.map(({ caller }) => ({ sub: caller.userId, sid: caller.sessionId })))
    for (const { token, close } of batch) {
      await authenticate({ sessionTokens, standings }, token, 'session').catch((error) => {
        if (!(error instanceof AppError)) throw error
        close()
      })
    }
  }

  return runLoop({
    name: 'the check of tokens',
    async pass() {
      const all = connections()
      for (let start = 0; start < all.length && !signal.aborted; start += batchSize) {
        await check(all.slice(start, start + batchSize))
      }
      return false
    },
    wakeSignal,
    pollMs: checkEveryMs,
    onError: (error) =>
      log.warn({ err: error }, 'the tokens of connections could not be checked, trying again'),
    signal,
  })
}
