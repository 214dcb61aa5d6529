import type { AuditEntry } from '@jaanch/contracts/audit'
import { batchCalls } from '@jaanch/platform/batch-calls'
import type { Log } from '@jaanch/platform/logging'
import { insertAudit } from '@jaanch/storage/audit'
import type pg from 'pg'
import { actorOf, type Caller } from './authentication.ts'

export type Audit = {
  /**
   * Adds an entry before the answer, so that nothing is seen or done without one. Concurrent entries share a statement.
   * @throws if Postgres is unavailable
   */
  record(entry: AuditEntry): Promise<void>
  /** Adds that a caller was refused a call, once a minute for the same call. No answer waits for it. */
  noteRefusal(caller: Caller, call: string): void
}

const refusalsEveryMs = 60_000

export function createAudit(pool: Pick<pg.Pool, 'query'>, log: Log): Audit {
  const refusals = new Map<string, number>()

  const record = batchCalls(async (entries: AuditEntry[]) => {
    await insertAudit(pool, entries)
    return entries.map(() => undefined)
  })

  return {
    record,
    noteRefusal(caller, call) {
      const actor = actorOf(caller)
      const key = `${actor} ${call}`
      const at = Date.now()
      if (at - (refusals.get(key) ?? 0) < refusalsEveryMs) return
      if (refusals.size > 10_000) refusals.clear()
      refusals.set(key, at)
      record({ action: 'refused', actor, userId: caller.userId, details: { call } }).catch((error) =>
        log.warn({ err: error }, 'a refusal could not be recorded'),
      )
    },
  }
}
