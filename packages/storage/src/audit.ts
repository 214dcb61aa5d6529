/** The audit trail, which the API and the operators' commands write. */
import type { AuditEntry } from '@jaanch/contracts/audit'
import type pg from 'pg'

/** Adds entries in one statement, in their order. */
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
       order by ordinality`,
    values: [JSON.stringify(entries)],
  })
}
