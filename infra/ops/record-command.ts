import type { AuditEntry } from '@jaanch/contracts/audit'
import { recordOperation } from '@jaanch/operations/record-operation'
import type pg from 'pg'
import { operator } from './commands/resolution.ts'

/** Records a command in the audit trail before it is carried out, see recordOperation. */
export function recordCommand(
  pool: Pick<pg.Pool, 'query'>,
  command: string,
  details: AuditEntry['details'] = {},
): Promise<void> {
  return recordOperation(pool, operatorActor(), command, details)
}

/** Who runs the command, as the audit trail names them. */
export function operatorActor(): string {
  return `operator:${operator().slice(0, 64)}`
}
