import { roles } from '@jaanch/contracts/vocabulary'
import type { Queryable } from '@jaanch/eventlog/read'

export type StoredEntry = {
  at: Date
  action: string
  actor: string | null
  userId: string | null
  object: string | null
  details: Readonly<Record<string, string | number | boolean>>
}

type Filter = {
  /** What this user did, and what concerns them */
  user?: string | undefined
  action?: string | undefined
  since?: Date | undefined
  limit: number
}

/** @returns entries of the audit trail, the latest first; each condition of a user is one range of an index */
export async function readAudit(
  db: Queryable,
  { user, action, since, limit }: Filter,
): Promise<StoredEntry[]> {
  const ofUser = ['user_id = $1::uuid', ...roles.map((role) => `actor = '${role}:' || $1::text`)]
  const ranges = (user ? ofUser : ['$1::text is null']).map(
    (condition) => `(select id from audit where ${condition} and ($2::text is null or action = $2)
        and at >= coalesce($3::timestamptz, '-infinity') order by at desc, id desc limit $4)`,
  )
  const { rows } = await db.query<StoredEntry>(
    `select at, action, actor, user_id as "userId", object, details
       from audit where id in (${ranges.join(' union ')}) order by audit.at desc, id desc limit $4`,
    [user ?? null, action ?? null, since ?? null, limit],
  )
  return rows
}
