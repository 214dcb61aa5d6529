/** Databases that a backup is restored into. */

import { randomUUID } from 'node:crypto'
import { applicationRole, withClient } from '@jaanch/platform/postgres'
import pg from 'pg'
import { inject } from 'vitest'
import { ownLocale } from '../../local/migrations/migrate.ts'

export type Target = {
  /** Connection string of the owner, who is no superuser, as on managed servers */
  url: string
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
  drop(): Promise<void>
}

/** Creates an empty database of a user whose password has every kind of character. */
export async function createTarget(): Promise<Target> {
  const server = inject('databaseUrl')
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  const password = 'p@ss:w/rd ?#%&=+'
  await onServer(server, `create role ${name} login createrole password '${password}'`)
  // the role exists already, because the databases of the other tests are on the same server
  await onServer(server, `grant ${applicationRole} to ${name} with admin option`)
  await onServer(server, `create database ${name} owner ${name} ${ownLocale}`)
  const url = new URL(server)
  url.username = name
  url.password = encodeURIComponent(password)
  url.pathname = `/${name}`
  const owner = new pg.Pool({ connectionString: url.href, max: 2 })
  owner.on('error', () => {})
  return {
    url: url.href,
    query: (text, values) => owner.query(text, values),
    async drop() {
      await owner.end()
      await onServer(server, `drop database ${name} with (force)`)
      await onServer(server, `drop role ${name}`)
    },
  }
}

const onServer = (url: string, statement: string) => withClient(url, (client) => client.query(statement))

type Query = (text: string) => Promise<pg.QueryResult>

/** Leaves out the rows that a restore adds itself. */
const conditions: Readonly<Record<string, string>> = {
  'public.settings': "where key <> 'installation'",
  'public.audit': "where action <> 'operator-command'",
}

/** A hash of all rows of each table, without the id of the installation. */
export async function hashTables(query: Query, names: readonly string[]): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const name of names) {
    const { rows } = await query(
      `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as hash from ${name} t
        ${conditions[name] ?? ''}`,
    )
    hashes[name] = rows[0].hash
  }
  return hashes
}
