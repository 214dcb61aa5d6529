import { batchCalls } from '@jaanch/platform/batch-calls'
import type pg from 'pg'

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

/** @param pool its one prepared query serves all users who are unknown at that moment */
export function createAccountStatusCache(
  pool: Pick<pg.Pool, 'query'>,
  now: () => number = Date.now,
): AccountStatusCache {
  const cache = new Map<string, { expiresAt: number; status: Promise<AccountStatus | undefined> }>()

  const read = batchCalls(async (userIds: string[]) => {
    const { rows } = await pool.query<AccountStatus & { id: string }>({
      name: 'account-statuses',
      text: 'select id, token_version as "tokenVersion", is_active as "isActive" from users where id = any($1::uuid[])',
      values: [userIds],
    })
    const found = new Map(rows.map((row) => [row.id, row]))
    return userIds.map((userId) => found.get(userId))
  })

  function get(userId: string): Promise<AccountStatus | undefined> {
    const cached = cache.get(userId)
    if (cached && cached.expiresAt > now()) return cached.status
    if (cache.size > maxCached) cache.clear()
    const status = read(userId)
    status.catch(() => cache.delete(userId))
    // before the answer: a change that is announced meanwhile removes it
    cache.set(userId, { expiresAt: now() + cachedForMs, status })
    return status
  }

  return {
    get,
    async load(userIds) {
      await Promise.all(userIds.map(get))
    },
    invalidate(userId) {
      if (userId === undefined) cache.clear()
      else cache.delete(userId)
    },
  }
}
