import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { knownMigrations, migrate } from './migrate.ts'

describe('a migration', () => {
  const server = inject('databaseUrl')
  let url: string
  let reader: pg.Pool

  async function onServer(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  beforeEach(async () => {
    const name = `migrate_${randomUUID().replaceAll('-', '')}`
    await onServer(`create database ${name}`)
    url = Object.assign(new URL(server), { pathname: `/${name}` }).href
    reader = new pg.Pool({ connectionString: url })
    // the database is dropped while the last connection closes
    reader.on('error', () => {})
    return async () => {
      await reader.end()
      await onServer(`drop database ${name} with (force)`)
    }
  })

  it('counts the addresses of earlier accounts as proven, and phones that one account alone has', async () => {
    await migrate(url, { most: knownMigrations().indexOf('0032_contacts') })
    const add = (email: string, phone: string | null) =>
      reader.query(
        `insert into users (id, role, name, email, phone, password_hash)
         values (gen_random_uuid(), 'customer', '', $1, $2, '')`,
        [email, phone],
      )
    await add('alone', '+919876500001')
    await add('one of two', '+919876500002')
    await add('other of two', '+919876500002')
    await add('without', null)
    await migrate(url)
    await add('later', '+919876500003')
    const { rows } = await reader.query(
      `select email, email_proven_at is not null as email_is_proven, phone_proven_at is not null as phone_is_proven
         from users order by created_at`,
    )
    expect(rows.map(Object.values)).toEqual([
      ['alone', true, true],
      ['one of two', true, false],
      ['other of two', true, false],
      ['without', true, false],
      ['later', false, false],
    ])
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
