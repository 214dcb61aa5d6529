import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** Decides whether a user's tokens are still accepted: the version that they must have, and whether the account is enabled. */
type AccountStatus = { tokenVersion: number; isActive: boolean }

export type AccountStatusCache = {
  /** @returns undefined for an unknown user */
  get(userId: string): Promise<AccountStatus | undefined>
  /** Reads these users with one query, so that `get` knows them. @throws if Postgres is unavailable */
  load(userIds: readonly string[]): Promise<void>
  /** Removes one user, or all users, from the cache. */
  invalidate(userId?: string): void
}

/** Notifications of changed accounts can be lost: a revocation has effect within this time at the latest, ms */
const cachedForMs = 5_000
const maxCached = 50_000
const accountStatus = z.object({ tokenVersion: z.number(), isActive: z.boolean() })
const accountStatusOf = accountStatus.extend({ id: z.uuid() })

export function createAccountStatusCache(
  db: Pick<DatabasePool, 'any' | 'maybeOne'>,
  now: () => number = Date.now,
): AccountStatusCache {
  const cache = new Map<string, { expiresAt: number; status: Promise<AccountStatus | undefined> }>()

  async function query(userId: string): Promise<AccountStatus | undefined> {
    const row = await db.maybeOne(sql.type(accountStatus)`
      select token_version, is_active from users where id = ${userId}`)
    return row ?? undefined
  }

  function store(userId: string, status: Promise<AccountStatus | undefined>): void {
    if (cache.size > maxCached) cache.clear()
    status.catch(() => cache.delete(userId))
    cache.set(userId, { expiresAt: now() + cachedForMs, status })
  }

  return {
    get(userId) {
      const cached = cache.get(userId)
      if (cached && cached.expiresAt > now()) return cached.status
      const status = query(userId)
      store(userId, status)
      return status
    },
    async load(userIds) {
      const unknown = [...new Set(userIds)].filter((id) => (cache.get(id)?.expiresAt ?? 0) <= now())
      if (unknown.length === 0) return
      const found = db
        .any(sql.type(accountStatusOf)`
          select id, token_version, is_active from users where id = any(${sql.array(unknown, 'uuid')})`)
        .then((rows) => new Map(rows.map((row) => [row.id, row])))
      // before the answer: a change that is announced meanwhile removes it
      for (const id of unknown) {
        store(
          id,
          found.then((rows) => rows.get(id)),
        )
      }
      await found
    },
    invalidate(userId) {
      if (userId === undefined) cache.clear()
      else cache.delete(userId)
    },
  }
}
