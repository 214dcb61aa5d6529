import type { TestDatabase } from './database.ts'

type Entry = { action: string; actor: string; user_id: string | null; object: string; details: object }

/** @returns the entries of the audit trail with this action, about this object, in their order */
export async function auditOf(
  { database }: { database: Pick<TestDatabase, 'asOwner'> },
  action: string,
  object: string,
): Promise<Entry[]> {
  const { rows } = await database.asOwner(
    'select action, actor, user_id, object, details from audit where action = $1 and object = $2 order by id',
    [action, object],
  )
  return rows as Entry[]
}
