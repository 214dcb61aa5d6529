import type { Role } from '@jaanch/contracts/vocabulary'
import { batchCalls } from '@jaanch/platform/batch-calls'
import type { Claims } from './session-tokens.ts'

/** What the database says of a token's user and session: who they are, and whether the token is still accepted. */
export type Standing = {
  role: Role
  labPartnerId: string | null
  isActive: boolean
  /** The version that the token must have */
  tokenVersion: number
  /** Whether the session of the token has not ended; false for a token without one */
  isOpen: boolean
}

export type TokenOwner = { sub: Claims['sub']; sid?: Claims['sid'] | undefined }

export type ReadStandings = (owners: readonly TokenOwner[], at: Date) => Promise<(Standing | undefined)[]>

export type Standings = {
  /** @returns undefined for an unknown user */
  get(owner: TokenOwner): Promise<Standing | undefined>
  /** Reads these with one query, so that `get` knows them. @throws if Postgres is unavailable */
  load(owners: readonly TokenOwner[]): Promise<void>
  /** Removes one user with all sessions, or all users, from the cache. */
  invalidate(userId?: string): void
}

/** Notifications of changed accounts can be lost: a revocation has effect within this time at the latest, ms */
const cachedForMs = 5_000
const maxCached = 50_000

/**
 * @param readStandings reads what all who are unknown at that moment have, in their order; undefined for an unknown user
 * @param most users that are cached; of more, the one who was read the longest ago is forgotten
 */
export function createStandings(readStandings: ReadStandings, now: () => Date, most = maxCached): Standings {
  /** By user, then by session ('' for a token without one); the user who was read last is the last one */
  const cache = new Map<string, Map<string, { expiresAt: number; standing: Promise<Standing | undefined> }>>()

  const read = batchCalls((owners: TokenOwner[]) => readStandings(owners, now()))

  function get(owner: TokenOwner): Promise<Standing | undefined> {
    const { sub, sid = '' } = owner
    const cached = cache.get(sub)?.get(sid)
    const at = now().getTime()
    if (cached && cached.expiresAt > at) return cached.standing
    const standing = read(owner)
    // before the answer: a change that is announced meanwhile removes it
    const entry = { expiresAt: at + cachedForMs, standing }
    const ofUser = cache.get(sub) ?? new Map()
    // a session's answer that is over makes room for the others of its user
    for (const [other, { expiresAt }] of ofUser) if (expiresAt <= at) ofUser.delete(other)
    cache.delete(sub)
    cache.set(sub, ofUser.set(sid, entry))
    const [oldest] = cache.keys()
    if (cache.size > most && oldest !== undefined) cache.delete(oldest)
    standing.catch(() => ofUser.delete(sid))
    return standing
  }

  return {
    get,
    async load(owners) {
      await Promise.all(owners.map(get))
    },
    invalidate(userId) {
      if (userId === undefined) cache.clear()
      else cache.delete(userId)
    },
  }
}
