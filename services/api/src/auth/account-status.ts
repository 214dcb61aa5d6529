import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'

/** Decides whether a user's tokens are still accepted: the version that they must have, and whether the account is enabled. */
type AccountStatus = { tokenVersion: number; isActive: boolean }

export type AccountStatusCache = {
  /** @returns undefined for an unknown user */
  get(userId: string): Promise<AccountStatus | undefined>
  /** Removes one user, or all users, from the cache. */
  invalidate(userId?: string): void
}

/** Notifications of changed accounts can be lost: a revocation has effect within this time at the latest, ms */
const cachedForMs = 5_000
const maxCached = 50_000
const accountStatus = z.object({ tokenVersion: z.number(), isActive: z.boolean() })

export function createAccountStatusCache(
  db: Pick<DatabasePool, 'maybeOne'>,
  now: () => number = Date.now,
): AccountStatusCache {
  const cache = new Map<string, { expiresAt: number; status: Promise<AccountStatus | undefined> }>()

  async function load(userId: string): Promise<AccountStatus | undefined> {
    const row = await db.maybeOne(sql.type(accountStatus)`
      select token_version, is_active from users where id = ${userId}`)
    return row ?? undefined
  }

  return {
    get(userId) {
      const cached = cache.get(userId)
      if (cached && cached.expiresAt > now()) return cached.status
      if (cache.size > maxCached) cache.clear()
      const status = load(userId)
      status.catch(() => cache.delete(userId))
      cache.set(userId, { expiresAt: now() + cachedForMs, status })
      return status
    },
    invalidate(userId) {
      if (userId === undefined) cache.clear()
      else cache.delete(userId)
    },
  }
}
