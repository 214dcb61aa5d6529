import type { AuditEntry } from '@jaanch/contracts/audit'
import { insertAudit } from '@jaanch/storage/audit'
import type pg from 'pg'
import { operator } from './commands/resolution.ts'

/**
 * Records in the audit trail that an operator ran a command which changes or copies something, before it does so: one that fails was
 * tried.
 * @param details ids and numbers; reasons are stored by the commands themselves
 */
export function recordCommand(
  pool: Pick<pg.Pool, 'query'>,
  command: string,
  details: AuditEntry['details'] = {},
): Promise<void> {
  const actor = `operator:${operator().slice(0, 64)}`
  return insertAudit(pool, [{ action: 'operator-command', actor, details: { command, ...details } }])
}
