import type { LabRole, StaffRole } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'
import { batchCalls } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import type { Claims } from './session-tokens.ts'

/** The database's answer about a token's user and session: who they are, and whether the token is still accepted. */
export type Standing = {
  role: Role
  /** Set for an admin only */
  staffRole: StaffRole | null
  /** Set for a lab's person only */
  labRole: LabRole | null
  labPartnerId: string | null
  isActive: boolean
  /** The version that the token must have */
  tokenVersion: number
  /** Whether the session of the token has not ended; false for a token without one */
  isOpen: boolean
}

export type TokenOwner = { sub: Claims['sub']; sid?: Claims['sid'] | undefined }

export type ReadStandings = (owners: readonly TokenOwner[], at: Date) => Promise<(Standing | undefined)[]>

/** Notifications of changed accounts can be lost: a revocation has effect within this time at the latest, ms */
const cachedForMs = 5_000
const maxCached = 50_000

/**
 * @param readStandings reads what all who are unknown at that moment have, in their order; undefined for an unknown user
 * @param most users that are cached; of more, the one who was read the longest ago is forgotten
 */
export function createStandings(readStandings: ReadStandings, now: () => Date, most = maxCached) {
  /** By user, then by session ('' for a token without one); the user who was read last is the last one */
  const cache = new Map<string, Map<string, { expiresAt: number; standing: Promise<Standing | undefined> }>>()

  const read = batchCalls((owners: TokenOwner[]) => readStandings(owners, now()))

  /** @returns undefined for an unknown user */
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
    /** Reads these with one query, so that `get` knows them. @throws if Postgres is unavailable */
    async load(owners: readonly TokenOwner[]): Promise<void> {
      await Promise.all(owners.map(get))
    },
    /** Removes one user with all sessions, or all users, from the cache. */
    invalidate(userId?: string): void {
      if (userId === undefined) cache.clear()
      else cache.delete(userId)
    },
  }
}

export type Standings = ReturnType<typeof createStandings>

/** How exact the time is at which a session was last seen */
const seenEveryMinutes = 10

const standingsSql = `
  select u.role, case when u.role = 'admin' then coalesce(u.staff_role, 'owner') end as "staffRole",
         case when u.role = 'lab-partner' then coalesce(u.lab_role, 'owner') end as "labRole",
         coalesce(l.id, u.works_for) as "labPartnerId", u.is_active and u.ended_at is null as "isActive", u.token_version as "tokenVersion",
         coalesce(s.ends_at > $3, false) as "isOpen",
         s.last_seen_at < $3::timestamptz - make_interval(mins => ${seenEveryMinutes}) as "isSeenAgain"
    from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (user_id, session_id, n)
    left join users u on u.id = wanted.user_id
    left join lab_partners l on l.user_id = u.id
    left join sessions s on s.id = wanted.session_id and s.user_id = u.id
   order by wanted.n`

type Row = Omit<Standing, 'role'> & { role: Role | null; isSeenAgain: boolean | null }

/** @returns reads the standings of all owners in one prepared query, and notes which sessions were seen again */
export function standingsFrom(pool: Pick<pg.Pool, 'query'>): ReadStandings {
  /** Nothing depends on it: a failure is not noticed. */
  function noteSeen(sessionIds: string[], at: Date): void {
    pool
      .query('update sessions set last_seen_at = greatest(last_seen_at, $2) where id = any($1::uuid[])', [
        sessionIds,
        at.toISOString(),
      ])
      .catch(() => {})
  }

  return async (owners, at) => {
    const { rows } = await pool.query<Row>({
      name: 'standings',
      text: standingsSql,
      values: [owners.map(({ sub }) => sub), owners.map(({ sid }) => sid ?? null), at.toISOString()],
    })
    const seen = owners.flatMap(({ sid }, n) => (sid && rows[n]?.isSeenAgain ? [sid] : []))
    if (seen.length > 0) noteSeen(seen, at)
    return rows.map(({ isSeenAgain: _, role, ...row }) => (role === null ? undefined : { ...row, role }))
  }
}
