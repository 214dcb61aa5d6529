import { randomUUID } from 'node:crypto'
import { ownLocale } from '@jaanch/infra/local/migrations/locale'
import { migrate } from '@jaanch/infra/local/migrations/migrate'
import pg from 'pg'

export type Bare = { url: string; db: pg.Client }

/** Runs `work` with a migrated database of its own, without services, on the server of another one, and drops it. */
export async function inBareDatabase<Result>(
  serverUrl: string,
  work: (bare: Bare) => Promise<Result>,
): Promise<Result> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  const owner = new pg.Client({ connectionString: serverUrl })
  await owner.connect()
  await owner.query(`create database ${name} ${ownLocale}`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const db = new pg.Client({ connectionString: url })
  try {
    await migrate(url)
    await db.connect()
    return await work({ url, db })
  } finally {
    await db.end()
    await owner.query(`drop database ${name} with (force)`)
    await owner.end()
  }
}
