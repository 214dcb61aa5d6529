import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { createAppender } from '@jaanch/eventlog/appender'
import { streamId } from '@jaanch/eventlog/events'
import { createLog } from '@jaanch/platform/logging'
import { createPostgresPool } from '@jaanch/platform/postgres'
import { runProjector } from '@jaanch/projector/feed/projector'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { liveGeneration } from '@jaanch/tests/support/read-tables'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { inRepository } from '../paths.ts'
import { prepareDatabase } from './migrate.ts'
import { ensureServiceLogin, serviceUrl } from './service-login.ts'

const database = useTestDatabase()

describe('a connection of a service that somebody has taken over', () => {
  let connection: pg.Client
  let owner = ''

  beforeAll(async () => {
    const pool = createPostgresPool({ url: database.serviceUrl, name: 'test', max: 1 })
    const appender = createAppender({ pool })
    const userId = randomUUID()
    await appender.append({
      id: randomUUID(),
      streamId: streamId('user', userId),
      expected: 0,
      events: [{ type: 'CustomerRegistered', data: { userId } }],
      actor: 'system:test',
    })
    await appender.close()
    await pool.end()
    connection = new pg.Client({ connectionString: database.serviceUrl, options: '-c role=jaanch_app' })
    await connection.connect()
    const { rows } = await database.asOwner('select current_user as name')
    owner = rows[0].name
  })
  afterAll(() => connection.end())

  it('cannot become the owner, whatever role it asks for [V13.2.2]', async () => {
    for (const statement of [
      `set role ${owner}`,
      `set session authorization ${owner}`,
      'set role pg_read_server_files',
      `grant ${owner} to jaanch_service`,
      'alter role jaanch_service superuser',
      'create role another superuser',
    ])
      await expect(connection.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    // `reset role` returns to the role of the connection's options
    await connection.query('set role none')
    const { rows } = await connection.query('select current_user as role, session_user as login')
    expect(rows).toEqual([{ role: 'jaanch_service', login: 'jaanch_service' }])
    await expect(connection.query(`set role ${owner}`)).rejects.toMatchObject({ code: '42501' })
  })

  it.each(['jaanch_app', 'none'])('cannot change or delete history, nor tables, as role %s', async (role) => {
    await connection.query(`set role ${role}`)
    for (const statement of [
      "update log.events set actor = 'system:nobody'",
      'delete from log.events',
      'truncate log.events',
      'insert into log.events select * from log.events',
      'update log.epoch set id = gen_random_uuid()',
      'alter table log.events disable trigger all',
      'set session_replication_role = replica',
      'drop table log.events',
      'drop table users',
      'truncate users',
      'create or replace function log.append_batch(jsonb) returns void language sql as $$ select 1 $$',
      'create table public.another (id integer)',
      "copy users to program 'cat'",
      "select pg_read_file('/etc/passwd')",
    ])
      await expect(connection.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    const { rows } = await database.asOwner('select actor from log.events')
    expect(rows).toEqual([{ actor: 'system:test' }])
  })
})

it('the program that migrates before a release starts says that the database is up to date', async () => {
  const env = { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inRepository('infra/local/migrations/migrate.ts')],
    { env: { ...process.env, ...env } },
  )
  expect(stdout).toBe('The database is up to date.\n')
})

it('a migration by the login of the services is refused with a sentence', async () => {
  const config = { databaseUrl: database.serviceUrl, databaseOwnerUrl: database.serviceUrl }
  await expect(prepareDatabase(config)).rejects.toThrow(/name it in DATABASE_OWNER_URL\.$/)
})

it('the projector makes, feeds and drops its tables with the login of the services', async () => {
  const stop = new AbortController()
  const running = runProjector({
    url: database.serviceUrl,
    log: createLog('test', 'silent'),
    signal: stop.signal,
  })
  await expect.poll(async () => (await liveGeneration(database))?.position).toBeGreaterThan(0)
  stop.abort()
  await running
  const { rows } = await database.asOwner(
    "select distinct tableowner as owner from pg_tables where schemaname like 'read\\_%'",
  )
  expect(rows).toEqual([{ owner: 'jaanch_app' }])
})

describe('the login of the services', () => {
  const name = `login_${randomUUID().slice(0, 8)}`
  const urlFor = (password: string) =>
    Object.assign(new URL(serviceUrl(database.url, password)), { username: name }).href
  afterAll(() => database.asOwner(`drop role ${name}`))

  const roleOf = async (url: string) => {
    const client = new pg.Client({ connectionString: url, options: '-c role=jaanch_app' })
    await client.connect()
    try {
      return (await client.query('select current_user as role')).rows[0].role
    } finally {
      await client.end()
    }
  }

  it('is made once, and gets another password when the URL has another one', async () => {
    const first = 'p@ss:w/rd ?#%&=+ पासवर्ड'
    await ensureServiceLogin(database.url, urlFor(first))
    await ensureServiceLogin(database.url, urlFor(first))
    expect(await roleOf(urlFor(first))).toBe('jaanch_app')
    await ensureServiceLogin(database.url, urlFor('another'))
    expect(await roleOf(urlFor('another'))).toBe('jaanch_app')
    await expect(roleOf(urlFor(first))).rejects.toMatchObject({ code: '28P01' })
  })

  it('is made by two processes at the same time', async () => {
    await Promise.all([1, 2].map(() => ensureServiceLogin(database.url, urlFor('together'))))
    expect(await roleOf(urlFor('together'))).toBe('jaanch_app')
  })

  it('gets no password where the URL has none: the server knows it by the account on a socket', async () => {
    const another = `${name}_peer`
    const url = Object.assign(new URL(serviceUrl(database.url, '')), { username: another }).href
    onTestFinished(() => database.asOwner(`drop role ${another}`).then(() => {}))
    expect(await ensureServiceLogin(database.url, url)).toBe(true)
    expect(await ensureServiceLogin(database.url, url)).toBe(true)
    const { rows } = await database.asOwner(
      `select rolcanlogin as "canLogin", rolpassword is null as "hasNone", pg_has_role(oid, 'jaanch_app', 'member') as "isMember"
         from pg_authid where rolname = '${another}'`,
    )
    expect(rows).toEqual([{ canLogin: true, hasNone: true, isMember: true }])
    await database.asOwner(`grant ${new URL(database.url).username} to ${another}`)
    await expect(ensureServiceLogin(database.url, url)).rejects.toThrow('as the owner')
  })

  it('is refused if it may act as the owner', async () => {
    const { rows } = await database.asOwner(`select current_user as owner`)
    await database.asOwner(`grant ${rows[0].owner} to ${name}`)
    await expect(ensureServiceLogin(database.url, urlFor('together'))).rejects.toThrow('as the owner')
  })

  it('is not needed if both URLs name the same user', async () => {
    expect(await ensureServiceLogin(database.url, database.url)).toBe(false)
  })
})
