import type { AuditEntry, lookActions } from '@jaanch/contracts/audit'
import { batchCalls } from '@jaanch/platform/batch-calls'
import { untilDeadline } from '@jaanch/platform/deadline'
import type { Log } from '@jaanch/platform/logging'
import { insertAudit } from '@jaanch/storage/audit'
import type pg from 'pg'
import { actorOf, type Caller } from './caller.ts'

export type Audit = {
  /**
   * Adds an entry before the answer, so that nothing is seen or done without one. Concurrent entries share a statement.
   * @throws if Postgres is unavailable
   */
  record(entry: AuditEntry): Promise<void>
  /**
   * Adds that a person's data was shown in a list, before the answer: once for each account, object and day in India.
   * @throws if Postgres is unavailable
   */
  recordLooks(caller: Caller, looks: readonly Look[]): Promise<void>
  /**
   * Adds an entry that no answer waits for.
   * @param once entries with the same text are added once a minute
   */
  note(entry: AuditEntry, once?: string): void
  /** Adds that a caller was refused a call, once a minute for the same call. No answer waits for it. */
  noteRefusal(caller: Caller, call: string): void
}

type Look = Omit<AuditEntry, 'actor' | 'action'> & { action: (typeof lookActions)[number] }

const notesEveryMs = 60_000

export function createAudit(pool: Pick<pg.Pool, 'query'>, log: Log): Audit {
  const noted = new Map<string, number>()

  const record = batchCalls(async (entries: AuditEntry[]) => {
    await insertAudit(pool, entries)
    return entries.map(() => undefined)
  })

  function isNotedAlready(text: string): boolean {
    const at = Date.now()
    if (at - (noted.get(text) ?? 0) < notesEveryMs) return true
    if (noted.size > 10_000) noted.clear()
    noted.set(text, at)
    return false
  }

  function note(entry: AuditEntry, once?: string): void {
    if (once !== undefined && isNotedAlready(`${entry.action} ${once}`)) return
    record(entry).catch((error) =>
      log.warn({ err: error, action: entry.action }, 'an entry of the audit trail is missing'),
    )
  }

  return {
    record: (entry) => untilDeadline(record(entry)),
    async recordLooks(caller, looks) {
      const actor = actorOf(caller)
      await untilDeadline(Promise.all(looks.map((look) => record({ ...look, actor }))))
    },
    note,
    noteRefusal(caller, call) {
      const actor = actorOf(caller)
      note({ action: 'refused', actor, userId: caller.userId, details: { call } }, `${actor} ${call}`)
    },
  }
}
