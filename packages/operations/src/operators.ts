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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text is a complete id. */
export function isId(text: string): boolean {
  return uuid.test(text)
}

/**
 * Events and runs name people by their ids: the names are looked up when an admin looks.
 *
 * @param actors such as `admin:<user id>`
 * @returns the names of those that are accounts
 */
export async function namesOf(db: pg.Pool, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const idOf = (actor: string) => actor.split(':')[1] ?? ''
  const ids = [...new Set(actors.map(idOf).filter(isId))]
  if (ids.length === 0) return new Map()
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from users where id = any($1::uuid[])',
    [ids],
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return new Map(
    actors.flatMap((actor) => {
      const name = names.get(idOf(actor))
      return name === undefined ? [] : [[actor, name] as const]
    }),
  )
}
