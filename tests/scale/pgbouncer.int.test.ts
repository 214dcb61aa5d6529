/** What docs/scale.md says of PgBouncer, with Debian's 1.18: it has no prepared statements in transaction mode; 1.21 and later have. */
import { readFileSync } from 'node:fs'
import { inRepository } from '@jaanch/infra/local/paths'
import { createListener } from '@jaanch/platform/listener'
import { createLog } from '@jaanch/platform/logging'
import { connectionSettings, createPostgresPool } from '@jaanch/platform/postgres'
import { tryLock } from '@jaanch/storage/projector-locks'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../support/database.ts'
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts'

const database = useTestDatabase()
const log = createLog('test', 'silent')

/** The lines of the page's configuration. */
const page = readFileSync(inRepository('docs', 'scale.md'), 'utf8')
const documented = Object.fromEntries(
  (/\[pgbouncer\]\n([^`]+)```/.exec(page)?.[1] ?? '')
    .trim()
    .split('\n')
    .map((line) => line.split(/\s*=\s*/, 2) as [string, string]),
)
const roleSetting = /^alter role jaanch_service .+;$/m.exec(page)?.[0] ?? ''

function start(change: Record<string, string | number>): PgBouncer {
  const bouncer = {} as PgBouncer
  beforeAll(async () => void Object.assign(bouncer, await startPgBouncer(database.serviceUrl, change)))
  afterAll(() => bouncer.stop())
  return bouncer
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionSettings({ url, name: 'test' }))
  await client.connect()
  return client
}

describe('as it comes', () => {
  const bouncer = start({ pool_mode: 'session' })

  it('refuses the services, because they send settings with the connection', async () => {
    await expect(connect(bouncer.url)).rejects.toThrow('unsupported startup parameter: statement_timeout')
  })
})

describe('in session mode, with the configuration of the page', () => {
  const bouncer = start(documented)
  beforeAll(async () => {
    const name = new URL(database.url).pathname.slice(1)
    // for this database only: the role belongs to the whole server
    await database.asOwner(roleSetting.replace(' set ', ` in database ${name} set `))
    // the server of the tests does not wait for the disk: with it, a setting that is lost would look the same
    await database.asOwner(`alter database ${name} set synchronous_commit = on`)
  })

  it('the services act as their role', async () => {
    const pool = createPostgresPool({ url: bouncer.url, name: 'test' })
    expect((await pool.query('select current_user as role')).rows).toEqual([{ role: 'jaanch_app' }])
    await pool.end()
  })

  it('a listener hears, and one of two projectors gets the lock', async () => {
    const listener = createListener({ url: bouncer.url, name: 'test', channels: ['log'], log })
    const heard: string[] = []
    listener.on('log', (payload) => heard.push(payload))
    await expect.poll(() => heard).toEqual([''])
    await database.asOwner("select pg_notify('log', '7')")
    await expect.poll(() => heard).toEqual(['', '7'])

    const [one, other] = await Promise.all([connect(bouncer.url), connect(bouncer.url)])
    expect(await tryLock(one, 'projector', 1)).toBe(true)
    expect(await tryLock(other, 'projector', 1)).toBe(false)
    await Promise.all([one.end(), other.end(), listener.close()])
  })

  it('the settings of a pool are lost: plans of look-ups, and commits that need not wait', async () => {
    const pool = createPostgresPool({ url: bouncer.url, name: 'test', lookups: true, asyncCommit: true })
    const { rows } = await pool.query(
      "select current_setting('plan_cache_mode') as plans, current_setting('synchronous_commit') as commits",
    )
    expect(rows).toEqual([{ plans: 'auto', commits: 'on' }])
    await pool.end()
  })
})

describe('in transaction mode', () => {
  // one connection to the server, so that what one client leaves behind meets the next one for sure
  const bouncer = start({ ...documented, pool_mode: 'transaction', default_pool_size: 1 })

  it('two projectors hold the lock at the same time', async () => {
    const [one, other] = await Promise.all([connect(bouncer.url), connect(bouncer.url)])
    expect(await tryLock(one, 'projector', 1)).toBe(true)
    expect(await tryLock(other, 'projector', 1)).toBe(true)
    await Promise.all([one.end(), other.end()])
  })

  it('a setting of one client becomes that of another', async () => {
    const [one, other] = await Promise.all([connect(bouncer.url), connect(bouncer.url)])
    await one.query("select set_config('idle_session_timeout', '12345', false)")
    const { rows } = await other.query('show idle_session_timeout')
    expect(rows).toEqual([{ idle_session_timeout: '12345ms' }])
    await one.query('reset idle_session_timeout')
    await Promise.all([one.end(), other.end()])
  })

  it('a prepared statement of one client is that of another, or is missing, before 1.21', async () => {
    const [one, other] = await Promise.all([connect(bouncer.url), connect(bouncer.url)])
    await one.query({ name: 'read-log', text: 'select 1' })
    if (bouncer.preparesStatements) {
      expect((await other.query({ name: 'read-log', text: 'select 1' })).rowCount).toBe(1)
      await Promise.all([one.end(), other.end()])
      return
    }
    await expect(other.query({ name: 'read-log', text: 'select 1' })).rejects.toThrow(
      'prepared statement "read-log" already exists',
    )
    await one.query('deallocate all')
    await expect(one.query({ name: 'read-log', text: 'select 1' })).rejects.toThrow(
      'prepared statement "read-log" does not exist',
    )
    await Promise.all([one.end(), other.end()])
  })

  it('what one client listens to, another one hears', async () => {
    const [one, other] = await Promise.all([connect(bouncer.url), connect(bouncer.url)])
    const heard: string[] = []
    one.on('notification', () => heard.push('the listener'))
    other.on('notification', () => heard.push('the other one'))
    await one.query('listen log')
    // the server tells its connection before it is ready for the next statement: whoever has it then
    const sleeping = other.query('select pg_sleep(1)')
    await database.asOwner("select pg_notify('log', '7')")
    await sleeping
    expect(heard).toEqual(['the other one'])
    await Promise.all([one.end(), other.end()])
  })
})
