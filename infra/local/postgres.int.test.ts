import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPidFile } from './postgres/leftover.ts'
import { startPostgres } from './postgres.ts'
import { isAlive } from './process/alive.ts'
import { hasLeash } from './process/leash.ts'
import type { LocalServer } from './supervisor.ts'

let dataDir: string
let server: LocalServer | undefined

beforeEach(() => {
  // Mode 700: as root, this is also a directory that the server's user may not enter.
  dataDir = mkdtempSync(join(tmpdir(), 'jaanch-postgres-'))
})
afterEach(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true })
})

async function start(options: { throwAway?: boolean } = {}): Promise<LocalServer> {
  server = await startPostgres({ dataDir, ...options })
  return server
}

async function query(text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: server?.url })
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

test('keeps its data from one start to the next', async () => {
  await start()
  await query('create table kept as select 42 as answer')
  await server?.stop()

  await start()
  expect(await query('select answer from kept')).toBe(42)
})

test('is durable, and has the extensions and the locale that Jaanch needs', async () => {
  await start()
  await query('create extension pg_trgm')
  await query('create extension unaccent')
  await query('create extension pgcrypto')

  expect(await query('show fsync')).toBe('on')
  expect(await query('show synchronous_commit')).toBe('on')
  expect(await query("select lower('É')")).toBe('é')
  // Under the C locale Hindi words have no trigrams, and a search for them finds nothing.
  expect(await query("select cardinality(show_trgm('खून'))")).toBe(4)
})

test('keeps its password from other users, and asks for it', async () => {
  const { url } = await start()
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)

  const stranger = new URL(url)
  stranger.password = 'guess'
  const client = new pg.Client({ connectionString: stranger.href })
  await expect(client.connect()).rejects.toThrow('password authentication failed')
})

test.runIf(process.getuid?.() === 0)('runs as a user of its own in an open directory, too', async () => {
  chmodSync(dataDir, 0o755)
  await start()

  expect(await query('select 1')).toBe(1)
  expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
})

test('comes back on the same port when its process is killed', async () => {
  const { pid } = await start()
  await query('create table kept as select 42 as answer')
  const first = pid()

  process.kill(first ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect([undefined, first]).not.toContain(pid()), 15_000)
  await vi.waitFor(async () => expect(await query('select answer from kept')).toBe(42), 15_000)
})

test.runIf(hasLeash())('ends when its supervisor is killed with -9', async () => {
  const { supervisor, postmaster } = await startInAnotherProcess()

  supervisor.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false), 15_000)
})

test('ends the server of an earlier start that still runs', async () => {
  const { supervisor, postmaster } = await startInAnotherProcess()
  // Stopped, not killed: so that its server stays, and it cannot start it again.
  supervisor.kill('SIGSTOP')
  try {
    await start()
    expect(isAlive(postmaster)).toBe(false)
    expect(await query('select 1')).toBe(1)
  } finally {
    supervisor.kill('SIGKILL')
  }
})

// A container gives the pids of its last run to other processes; Postgres took them for its predecessor.
test('starts although another process has the pid of an earlier postmaster', async () => {
  await start()
  await server?.stop()
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, 'postgres')}\n0\n5432\n\n127.0.0.1\n\nready\n`)

  await start()
  expect(await query('select 1')).toBe(1)
  expect(isAlive(process.pid)).toBe(true)
})

test('refuses the cluster of another version', async () => {
  await start()
  await server?.stop()
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')

  await expect(start()).rejects.toThrow('holds a cluster of PostgreSQL 17, and this is 18')
})

test('makes the cluster anew when the first attempt was cut off', async () => {
  mkdirSync(join(dataDir, 'postgres.new'))
  writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')

  await start()
  expect(await query('select 1')).toBe(1)
})

test('deletes a throw-away cluster', async () => {
  await start({ throwAway: true })
  expect(await query('show fsync')).toBe('off')

  await server?.stop()
  expect(statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })).toBeUndefined()
})

async function startInAnotherProcess(): Promise<{ supervisor: ChildProcess; postmaster: number }> {
  const script = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log('started')
    setInterval(() => {}, 1000)`
  const supervisor = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(supervisor.stdout, 'data')
  return { supervisor, postmaster: readPidFile(join(dataDir, 'postgres'))?.pid ?? 0 }
}
