import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterDir, SUPERUSER } from '@jaanch/infra/local/postgres/cluster'
import { readPidFile } from '@jaanch/infra/local/postgres/leftover'
import pg from 'pg'

const dataDir = process.env.E2E_DATA_DIR ?? ''

/** Works on the database of the stack as its owner, for what nobody can do from outside. @returns the rows */
export async function query(text: string, values: unknown[] = []): Promise<Record<string, string>[]> {
  const port = readPidFile(clusterDir(dataDir))?.port
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const client = new pg.Client(`postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/jaanch`)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
