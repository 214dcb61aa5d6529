import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { knownMigrations, migrate } from './migrate.ts'

describe('a migration', () => {
  const server = inject('databaseUrl')
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const reader = new pg.Pool({ connectionString: url })

  async function onServer(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  beforeAll(() => onServer(`create database ${name}`))
  afterAll(async () => {
    await reader.end()
    await onServer(`drop database ${name} with (force)`)
  })

  it('that needs a table which a long transaction reads does not hold up the other readers', async () => {
    const before = knownMigrations().indexOf('0023_live_per_model_version')
    await migrate(url, { most: before })
    const long = await reader.connect()
    await long.query('begin; lock table read_generations in access share mode')

    const migrating = migrate(url)
    const countWaiting = async () => {
      const { rowCount } = await reader.query(
        `select from pg_locks
          where database = (select oid from pg_database where datname = current_database())
            and relation = 'read_generations'::regclass and not granted`,
      )
      return rowCount
    }
    await expect.poll(countWaiting).toBe(1)
    // waits behind the migration, and not until the long transaction ends
    await reader.query('select from read_generations')

    await long.query('commit')
    long.release()
    expect(await migrating).toEqual(knownMigrations().slice(before))
  })
})
