/**
 * A database is closed while a restore fills it: the role of the services may not use its schemas, so every statement of every
 * service fails, and nothing is read, handled or sent. It stays closed when the restore does not finish.
 */
import { applicationRole } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { Problem } from '../problem.ts'

/** Closes the database. @returns opens it as it was before @throws Problem if its user may not do so */
export async function closeDatabase(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ forAll: boolean }>(
    `select has_schema_privilege('public', 'public', 'usage') as "forAll"`,
  )
  await client.query(`revoke usage on schema public, log from ${applicationRole}`)
  await client.query('revoke usage on schema public from public')
  if (await mayUse(client, 'public'))
    throw new Problem(
      `The user of DATABASE_OWNER_URL (or DATABASE_URL) must own the database: it could not be closed to ${applicationRole}.`,
    )
  return async () => {
    await client.query(`grant usage on schema public, log to ${applicationRole}`)
    if (rows[0]?.forAll) await client.query('grant usage on schema public to public')
  }
}

/** @throws Problem if a restore into the database runs or did not finish */
export async function assertOpen(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query("select from pg_namespace where nspname = 'log'")
  if (rows.length > 0 && !(await mayUse(client, 'log'))) throw new Problem(closedSentence)
}

export const closedSentence =
  'A restore into this database is under way or did not finish. If none is running, delete the database and restore into a new one.'

async function mayUse(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    'select has_schema_privilege($1, $2, $3) as allowed',
    [applicationRole, schema, 'usage'],
  )
  return rows[0]?.allowed === true
}
