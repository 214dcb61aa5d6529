import { userInfo } from 'node:os'
import type { AuditEntry } from '@jaanch/account/audit/actions'
import { recordOperation } from '@jaanch/operations/operators'
import type pg from 'pg'

/** Records a command in the audit trail before it is carried out, see recordOperation. */
export function recordCommand(
  pool: Pick<pg.Pool, 'query'>,
  command: string,
  details: AuditEntry['details'] = {},
): Promise<void> {
  return recordOperation(pool, operatorActor(), command, details)
}

/** Names the operator who runs the command, as the audit trail does. */
export function operatorActor(): string {
  return `operator:${operator().slice(0, 64)}`
}

/** The account that runs the command; a container may have none. */
export function operator(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
