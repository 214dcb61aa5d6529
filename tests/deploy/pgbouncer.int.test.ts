/** The statements of docs/scale.md about PgBouncer in session mode, with Debian's 1.18. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { tryLock } from '@jaanch/eventlog/read-generations'
import { inRepository } from '@jaanch/infra/local/paths'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { ensurePgBouncer } from '@jaanch/infra/local/test/programs'
import { createLog } from '@jaanch/platform/logging'
import { connectionSettings, createListener, createPostgresPool } from '@jaanch/platform/postgres'
import { useTestDatabase } from '@jaanch/tests/support/database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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
})

type PgBouncer = {
  /** The URL of the database through it */
  url: string
  stop(): Promise<void>
}

/** Starts Debian's PgBouncer before a database, for anybody of this machine. @param settings of the section [pgbouncer] */
async function startPgBouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<PgBouncer> {
  const program = await ensurePgBouncer()
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-pgbouncer-'))
  const { hostname, port, username, password, pathname } = new URL(databaseUrl)
  const own = await findFreePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  const config = [
    '[databases]',
    `jaanch = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password='${decodeURIComponent(password)}'`,
    '[pgbouncer]',
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
  ]
  const file = join(directory, 'pgbouncer.ini')
  await writeFile(file, `${config.join('\n')}\n`)
  // it refuses to run as root
  await Promise.all([chmod(directory, 0o755), chmod(file, 0o644)])
  const identity = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...identity, file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await untilUp(child.stderr)
  return {
    url: `postgres://${username}:any@127.0.0.1:${own}/jaanch`,
    async stop() {
      // SIGTERM waits for its clients in newer versions
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function untilUp(stderr: Readable): Promise<void> {
  let output = ''
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes('process up')) break
  }
  if (!output.includes('process up')) throw new Error(`PgBouncer did not start:\n${output}`)
  stderr.resume()
}
