import { istDate } from '@jaanch/contracts/calendar'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { untilDeadline } from '@jaanch/platform/deadline'
import { networkOf } from '@jaanch/platform/http/network'
import type { Log } from '@jaanch/platform/logging'
import { batchCalls } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import { type AuditEntry, lookActions } from './actions.ts'

type Look = Omit<AuditEntry, 'actor' | 'action'> & {
  action: (typeof lookActions)[number] | 'collection-opened'
}

const notesEveryMs = 60_000
/** Looks of this day that are known to be recorded: 10 MB */
const maxSeen = 50_000
/** The entries have the day of the database, whose clock may differ from ours, ms */
const clocksDifferBy = 60_000

/** As the index `audit_looks` has it */
const keyOf = ({ actor, action, object }: AuditEntry) => `${actor} ${action} ${object}`

/** @param pseudonymOf what stands for a network: no address is stored */
export function createAudit(
  pool: Pick<pg.Pool, 'query'>,
  log: Log,
  pseudonymOf: (network: string) => string,
) {
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

  const seen = new Set<string>()
  let seenOn = ''

  /** @returns the looks that this process does not know to be recorded on this day; around midnight all of them */
  function unseen(looks: readonly AuditEntry[]): readonly AuditEntry[] {
    const at = Date.now()
    const day = istDate(new Date(at - clocksDifferBy))
    const isSure = day === istDate(new Date(at + clocksDifferBy))
    if (day !== seenOn || !isSure || seen.size > maxSeen) seen.clear()
    seenOn = day
    return looks.filter((look) => !seen.has(keyOf(look)))
  }

  /**
   * Adds an entry that no answer waits for.
   * @param once entries with the same text are added once a minute
   */
  function note(entry: AuditEntry, once?: string): void {
    if (once !== undefined && isNotedAlready(`${entry.action} ${once}`)) return
    record(entry).catch((error) =>
      log.warn({ err: error, action: entry.action }, 'an entry of the audit trail is missing'),
    )
  }

  return {
    /**
     * Adds an entry before the answer, so that nothing is seen or done without one. Concurrent entries share a statement.
     * @throws if Postgres is unavailable
     */
    record: (entry: AuditEntry): Promise<void> => untilDeadline(record(entry)),
    /**
     * Adds that a person's data was shown in a list, before the answer: once for each account, object and day in India. What this
     * process has added on the same day is not sent to Postgres again: a lab that looks at its list all day adds 50 with each page.
     * Of `collection-opened`, which also stands for documents, Postgres keeps every entry: each process adds one.
     * @throws if Postgres is unavailable
     */
    async recordLooks(caller: Caller, looks: readonly Look[]): Promise<void> {
      const actor = actorOf(caller)
      const added = unseen(looks.map((look) => ({ ...look, actor })))
      if (added.length === 0) return
      const day = seenOn
      await untilDeadline(Promise.all(added.map(record)))
      if (day === seenOn) for (const look of added) seen.add(keyOf(look))
    },
    /** Adds that an admin was shown a list of people, before the answer: how many, not whom. @throws if Postgres is unavailable */
    async recordListed(caller: Caller, people: number): Promise<void> {
      if (caller.role !== 'admin') return
      const entry = { action: 'people-listed', actor: actorOf(caller), details: { people } } as const
      await untilDeadline(record(entry))
    },
    /** The details of an entry about a request: what stands for its network */
    networkOf: ({ ip }: { ip: string }) => ({ network: pseudonymOf(networkOf(ip)) }),
    /** For another epoch: what this process has added may be lost */
    forgetLooks: () => seen.clear(),
    note,
    /** Adds that a caller was refused a call, once a minute for the same call. No answer waits for it. */
    noteRefusal(caller: Caller, call: string): void {
      const actor = actorOf(caller)
      note({ action: 'refused', actor, userId: caller.userId, details: { call } }, `${actor} ${call}`)
    },
  }
}

export type Audit = ReturnType<typeof createAudit>

/**
 * Adds entries in one statement, in their order. A look that is there already for its account, object and day is not added again
 * (index `audit_looks`); looks come last and in the order of their key, so that two processes that add the same ones never wait for each
 * other in a circle.
 */
export async function insertAudit(
  db: Pick<pg.Pool | pg.ClientBase, 'query'>,
  entries: readonly AuditEntry[],
): Promise<void> {
  await db.query({
    name: 'insert-audit',
    text: `insert into audit (action, actor, user_id, object, details)
      select action, actor, "userId", object, coalesce(details, '{}')
        from rows from (jsonb_to_recordset($1) as
          (action text, actor text, "userId" uuid, object text, details jsonb)) with ordinality
       order by case when action = any ($2) then concat_ws(' ', actor, action, object) end nulls first, ordinality
      on conflict do nothing`,
    values: [JSON.stringify(entries), lookActions],
  })
}
