/** The audit trail, which the API and the operators' commands write. */

import type pg from 'pg'
import { type AuditEntry, lookActions } from './actions.ts'

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
