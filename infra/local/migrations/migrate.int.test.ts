import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { ownLocale } from './locale.ts'
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
    await onServer(`create database ${name} ${ownLocale}`)
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

  it('that fails keeps those before it, and the next run goes on and replaces an index that was left unfinished', async () => {
    const outside = '0083_search_of_orders'
    await migrate(url, { most: knownMigrations().indexOf(outside) })
    // as after a process that died while it made the index
    await reader.query(
      `create index orders_search on orders (order_number);
       update pg_index set indisvalid = false where indexrelid = 'orders_search'::regclass;
       alter table work rename constraint work_consumer_fkey to other`,
    )
    await expect(migrate(url)).rejects.toThrow('work_consumer_fkey')
    const { rows } = await reader.query(
      `select pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'orders_search'::regclass and indisvalid`,
    )
    expect(rows).toEqual([{ definition: expect.stringContaining('reverse(lower(order_number') }])
    await reader.query('alter table work rename constraint other to work_consumer_fkey')
    expect(await migrate(url)).toEqual(knownMigrations().slice(knownMigrations().indexOf(outside) + 1))
  })

  it('runs once when two migrate at the same time', async () => {
    const before = knownMigrations().indexOf('0080_smaller_indexes')
    await migrate(url, { most: before })
    const both = await Promise.all([migrate(url), migrate(url)])
    expect(both.flat()).toEqual(knownMigrations().slice(before))
  })

  it('is refused in an empty database whose sorting and search are those of the operating system', async () => {
    const other = `${new URL(url).pathname.slice(1)}_c`
    await onServer(
      `create database ${other} template template0 encoding UTF8 locale_provider libc locale "C"`,
    )
    await expect(migrate(Object.assign(new URL(server), { pathname: `/${other}` }).href)).rejects.toThrow(
      'the locale C (libc) and the ctype C instead of',
    )
    await onServer(`drop database ${other}`)
  })
})
