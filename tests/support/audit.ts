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

type Look = { action: string; actor: string; userId: string | null; object: string | null; details: object }
type Of = Partial<Pick<Look, 'actor' | 'userId' | 'object'>>

/** The entries of the audit trail about a person or an object, or by an actor, oldest first */
export async function readAudit(
  { database }: { database: Pick<TestDatabase, 'asOwner'> },
  of: Of,
): Promise<Look[]> {
  const { rows } = await database.asOwner(
    `select action, actor, user_id as "userId", object, details from audit
      where ($1::text is null or actor = $1) and ($2::uuid is null or user_id = $2) and ($3::text is null or object = $3)
      order by id`,
    [of.actor ?? null, of.userId ?? null, of.object ?? null],
  )
  return rows
}

/** The actions of these entries, oldest first: those with such a name, or all */
export async function auditedActions(
  stack: { database: Pick<TestDatabase, 'asOwner'> },
  of: Of,
  name = /./,
): Promise<string[]> {
  const actions = (await readAudit(stack, of)).map(({ action }) => action)
  return actions.filter((action) => name.test(action))
}
