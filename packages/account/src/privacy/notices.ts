import type pg from 'pg'
import type { NoticeName } from './notice-texts.ts'

/** Records that a person was shown a version of a notice, once for each. @param version undefined: by a client that shows none */
export async function recordNotice(
  db: Pick<pg.ClientBase | pg.Pool, 'query'>,
  userId: string,
  name: NoticeName,
  version: number | undefined,
): Promise<void> {
  if (version === undefined) return
  await db.query(
    `insert into consents (user_id, purpose, version, is_given) select $1, $2, $3, true
      where not exists (select from consents where user_id = $1 and purpose = $2 and version = $3)`,
    [userId, `notice-${name}`, version],
  )
}
