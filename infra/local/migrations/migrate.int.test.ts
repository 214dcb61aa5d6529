import { randomUUID } from 'node:crypto'
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { inRepository, repository } from '../paths.ts'
import { knownMigrations, migrate, migrationFiles, ownLocale } from './migrate.ts'

describe('a migration', () => {
  const server = inject('databaseUrl')
  let url: string
  let owner: pg.Pool
  /** A checkout with our migrations, and those that a test adds */
  let root: string

  async function onServer(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  beforeEach(async () => {
    const name = `migrate_${randomUUID().replaceAll('-', '')}`
    await onServer(`create database ${name} ${ownLocale}`)
    url = Object.assign(new URL(server), { pathname: `/${name}` }).href
    owner = new pg.Pool({ connectionString: url })
    // the database is dropped while the last connection closes
    owner.on('error', () => {})
    root = mkdtempSync(join(tmpdir(), 'jaanch-migrations-'))
    for (const path of globSync(migrationFiles, { cwd: repository }))
      cpSync(inRepository(path), pathOf(basename(path)))
    return async () => {
      await owner.end()
      await onServer(`drop database ${name} with (force)`)
      rmSync(root, { recursive: true })
    }
  })

  const pathOf = (file: string) => join(root, 'packages/any/migrations', file)
  const add = (file: string, sql: string) => writeFileSync(pathOf(`${file}.sql`), sql)
  const withoutHash = (names: string[]) => names.map((name) => name.slice(0, name.lastIndexOf('-')))

  it('that needs a table which a long transaction reads does not hold up the other readers', async () => {
    await migrate(url)
    add('9001_note', 'alter table orders add column note text;')
    const long = await owner.connect()
    await long.query('begin; lock table orders in access share mode')

    const migrating = migrate(url, { root })
    const countWaiting = async () => {
      const { rowCount } = await owner.query(
        `select from pg_locks
          where database = (select oid from pg_database where datname = current_database())
            and relation = 'orders'::regclass and not granted`,
      )
      return rowCount
    }
    await expect.poll(countWaiting).toBe(1)
    // it waits behind the migration, and not until the long transaction ends
    await owner.query('select from orders')

    await long.query('commit')
    long.release()
    expect(withoutHash(await migrating)).toEqual(['9001_note'])
  })

  it('that fails keeps those before it, and the next run goes on and replaces an index that was left unfinished', async () => {
    await migrate(url)
    add(
      '9001_index',
      '-- outside a transaction\ncreate index concurrently if not exists late on orders (created_at);\n',
    )
    add('9002_column', 'alter table orders rename column other to note;')
    // as after a process that died while it made the index
    await owner.query(
      `create index late on orders (booking_id);
       update pg_index set indisvalid = false where indexrelid = 'late'::regclass`,
    )
    await expect(migrate(url, { root })).rejects.toThrow('"other"')
    const { rows } = await owner.query(
      `select pg_get_indexdef(indexrelid) as definition from pg_index where indexrelid = 'late'::regclass and indisvalid`,
    )
    expect(rows).toEqual([{ definition: expect.stringContaining('(created_at)') }])
    await owner.query('alter table orders add column other text')
    expect(withoutHash(await migrate(url, { root }))).toEqual(['9002_column'])
  })

  it('runs once when two migrate at the same time', async () => {
    const both = await Promise.all([migrate(url), migrate(url)])
    expect(both.flat()).toEqual(knownMigrations())
  })

  it('of a database that was made from another text of its file is refused, and nothing is changed', async () => {
    await migrate(url, { most: 1 })
    add('0001_log', 'create table other ();')
    await expect(migrate(url, { root })).rejects.toThrow('the schema of another build')
    // the names of earlier builds had no hash
    await owner.query("update migrations set name = '0001_log'")
    await expect(migrate(url)).rejects.toThrow('the schema of another build')
    const { rows } = await owner.query('select name from migrations')
    expect(rows).toEqual([{ name: '0001_log' }])
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
