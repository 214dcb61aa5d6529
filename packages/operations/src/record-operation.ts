import type { AuditEntry } from '@jaanch/account/audit/actions'
import { insertAudit } from '@jaanch/account/audit/audit'
import type pg from 'pg'

/**
 * Records in the audit trail that an operator does something which changes or copies something, before it is done: an operation
 * that fails was tried.
 * @param actor `operator:<account of the machine>` or `admin:<user id>`
 * @param operation such as `dead retry`
 * @param details ids and numbers; reasons are stored with what they are about
 */
export function recordOperation(
  db: Pick<pg.Pool | pg.ClientBase, 'query'>,
  actor: string,
  operation: string,
  details: AuditEntry['details'] = {},
): Promise<void> {
  return insertAudit(db, [{ action: 'operator-command', actor, details: { command: operation, ...details } }])
}
