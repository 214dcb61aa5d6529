import type { Role } from '@jaanch/contracts/vocabulary'
import type pg from 'pg'
import type { ReadStandings, Standing } from './standings.ts'

/** How exact the time is at which a session was last seen */
const seenEveryMinutes = 10

const standingsSql = `
  select u.role, l.id as "labPartnerId", u.is_active as "isActive", u.token_version as "tokenVersion",
         coalesce(s.ends_at > $3, false) as "isOpen",
         s.last_seen_at < $3::timestamptz - make_interval(mins => ${seenEveryMinutes}) as "isSeenAgain"
    from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (user_id, session_id, n)
    left join users u on u.id = wanted.user_id
    left join lab_partners l on l.user_id = u.id
    left join sessions s on s.id = wanted.session_id and s.user_id = u.id
   order by wanted.n`

type Row = Standing & { role: Role | null; isSeenAgain: boolean | null }

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
    return rows.map(({ isSeenAgain: _, ...row }) => (row.role === null ? undefined : row))
  }
}
