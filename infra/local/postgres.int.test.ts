import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrations/migrate.ts'
import { readPidFile } from './postgres/leftover.ts'
import { startPostgres } from './postgres.ts'
import { hasSetpriv } from './process/child.ts'
import { isAlive } from './process/inspect.ts'
import type { LocalServer } from './supervisor.ts'
import { useTempDir } from './testing.ts'

// If the test runs as root, the user of the server has no access to this directory.
const dataDir = useTempDir()
let server: LocalServer | undefined

afterEach(() => server?.stop())

/** A data directory whose server was stopped: a copy takes a tenth of the time that a new cluster takes. */
const stopped = mkdtempSync(join(tmpdir(), 'jaanch-cluster-'))
beforeAll(async () => (await startPostgres({ dataDir: stopped })).stop())
afterAll(() => rmSync(stopped, { recursive: true, force: true }))

type Options = { throwAway?: boolean; dataDir?: string }

async function start(options: Options = {}): Promise<LocalServer> {
  server = await startPostgres({ dataDir: dataDir.path, ...options })
  return server
}

const copyCluster = () => execFileSync('cp', ['-a', `${stopped}/.`, dataDir.path])

/** Starts a server on the data directory of the test, which has a cluster from now on. */
function startCopy(): Promise<LocalServer> {
  copyCluster()
  return start()
}

async function query(text: string, url = server?.url): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

test('stores its data over a restart', async () => {
  await startCopy()
  await query('create table stored as select 42 as answer')
  await server?.stop()

  await start()
  expect(await query('select answer from stored')).toBe(42)
})

test('is durable and has the extensions and the locale that Jaanch needs', async () => {
  await startCopy()
  await query('create extension pg_trgm')
  await query('create extension unaccent')
  await query('create extension pgcrypto')

  expect(await query('show fsync')).toBe('on')
  expect(await query('show synchronous_commit')).toBe('on')
  expect(await query("select lower('É')")).toBe('é')
  // With the C locale Hindi words have no trigrams, and a search for them finds nothing.
  expect(await query("select cardinality(show_trgm('खून'))")).toBe(4)
})

// an error of the connection that nobody listens to would end the process with a stack
test('stops while the database is migrated, which fails with an error', async () => {
  const { url } = await startCopy()
  const migrating = migrate(url)
  migrating.catch(() => {})
  const others =
    'select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await expect.poll(() => query(others)).toBe(1)
  const [outcome] = await Promise.allSettled([migrating, server?.stop()])
  expect(outcome).toMatchObject({ status: 'rejected' })
})

test('stores its password in a file for its owner only, and requires it', async () => {
  const { url } = await startCopy()
  expect(statSync(join(dataDir.path, 'postgres-password')).mode & 0o777).toBe(0o600)

  const stranger = new URL(url)
  stranger.password = 'guess'
  const client = new pg.Client({ connectionString: stranger.href })
  await expect(client.connect()).rejects.toThrow('password authentication failed')
})

test('answers through its Unix socket too, requires the password there, and deletes it at the next start', async () => {
  const { socketUrl } = await startCopy()
  expect(await query('select inet_server_addr()', socketUrl)).toBeNull()
  const stranger = Object.assign(new URL(socketUrl), { password: 'guess' })
  await expect(query('select 1', stranger.href)).rejects.toThrow('password authentication failed')

  const sockets = () => readdirSync(join(dataDir.path, 'postgres')).filter((name) => name.startsWith('.s.'))
  const [first] = sockets()
  await server?.stop()
  writeFileSync(join(dataDir.path, 'postgres', String(first)), '')
  await start()
  expect(sockets().filter((name) => !name.endsWith('.lock'))).toHaveLength(1)
})

test('a throw-away server answers over TCP alone where the path is too long for a socket, and deletes its cluster when it stops', async () => {
  const long = join(dataDir.path, 'x'.repeat(100))
  const { url, socketUrl } = await start({ throwAway: true, dataDir: long })
  expect(socketUrl).toBe(url)
  expect(await query('show fsync')).toBe('off')

  await server?.stop()
  expect(statSync(join(long, 'postgres'), { throwIfNoEntry: false })).toBeUndefined()
})

test.runIf(process.getuid?.() === 0)('runs as another user than root in an open directory', async () => {
  chmodSync(dataDir.path, 0o755)
  await startCopy()

  expect(await query('select 1')).toBe(1)
  expect(statSync(join(dataDir.path, 'postgres')).uid).not.toBe(0)
})

test('restarts on the same port after its process is killed', async () => {
  const { pid } = await startCopy()
  await query('create table stored as select 42 as answer')
  const first = pid()

  process.kill(first ?? 0, 'SIGKILL')
  await expect.poll(() => [undefined, first].includes(pid())).toBe(false)
  await expect.poll(() => query('select answer from stored').catch(() => undefined)).toBe(42)
})

test.runIf(hasSetpriv())('ends after its supervisor is killed with -9', async () => {
  const { supervisor, postmaster } = await startInAnotherProcess()

  supervisor.kill('SIGKILL')
  await expect.poll(() => isAlive(postmaster)).toBe(false)
})

test('stops the server of an earlier start that still runs', async () => {
  const { supervisor, postmaster } = await startInAnotherProcess()
  // Paused, not killed: its server continues to run, and it cannot restart it.
  supervisor.kill('SIGSTOP')
  try {
    await start()
    expect(isAlive(postmaster)).toBe(false)
    expect(await query('select 1')).toBe(1)
  } finally {
    supervisor.kill('SIGKILL')
  }
})

// A container assigns the pids of its last run to other processes; Postgres took one of them for an earlier postmaster.
test('starts even if another process has the pid of an earlier postmaster', async () => {
  await startCopy()
  await server?.stop()
  const pidFile = join(dataDir.path, 'postgres', 'postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir.path, 'postgres')}\n0\n5432\n\n127.0.0.1\n\nready\n`)

  await start()
  expect(await query('select 1')).toBe(1)
  expect(isAlive(process.pid)).toBe(true)
})

test('refuses a cluster of another version', async () => {
  await startCopy()
  await server?.stop()
  writeFileSync(join(dataDir.path, 'postgres', 'PG_VERSION'), '17\n')

  await expect(start()).rejects.toThrow('holds a cluster of PostgreSQL 17, and this is 18')
})

test('creates the cluster again if the first attempt was killed', async () => {
  mkdirSync(join(dataDir.path, 'postgres.new'))
  writeFileSync(join(dataDir.path, 'postgres.new', 'PG_VERSION'), '18\n')

  await start()
  expect(await query('select 1')).toBe(1)
})

async function startInAnotherProcess(): Promise<{ supervisor: ChildProcess; postmaster: number }> {
  copyCluster()
  const script = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
    await startPostgres({ dataDir: ${JSON.stringify(dataDir.path)} })
    console.log('started')
    setInterval(() => {}, 1000)`
  const supervisor = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(supervisor.stdout, 'data')
  return { supervisor, postmaster: readPidFile(join(dataDir.path, 'postgres'))?.pid ?? 0 }
}
