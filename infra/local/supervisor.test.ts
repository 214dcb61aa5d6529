import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAlive } from './process/alive.ts'
import { type Supervised, type SuperviseOptions, supervise } from './supervisor.ts'

// Five deaths with the waits between them take 3 s.
vi.setConfig({ testTimeout: 20_000 })

const READY = 'process.send({ type: "ready" });'
const FOREVER = 'setInterval(() => {}, 1000);'

let directory: string
let child: Supervised | undefined

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'jaanch-supervisor-'))
})
afterEach(async () => {
  await child?.stop()
  rmSync(directory, { recursive: true })
})

function start(script: string, more: Partial<SuperviseOptions> = {}): Supervised {
  child = supervise({
    name: 'The child',
    command: process.execPath,
    args: ['-e', script],
    env: process.env,
    logFile: join(directory, 'logs', 'child.log'),
    ...more,
  })
  return child
}

function pidOf({ pid }: Supervised): number {
  const present = pid()
  if (present === undefined) throw new Error('not running')
  return present
}

test('is ready when the child says so, and logs what it prints', async () => {
  const { ready } = start(`console.log("hello"); console.error("there"); ${READY} ${FOREVER}`)
  await ready

  expect(readFileSync(join(directory, 'logs', 'child.log'), 'utf8')).toBe('hello\nthere\n')
})

test('starts a killed child again, and says so', async () => {
  const lines: string[] = []
  const supervised = start(READY + FOREVER, { log: (line) => lines.push(line) })
  await supervised.ready
  const first = pidOf(supervised)

  process.kill(first, 'SIGKILL')
  await vi.waitFor(() => expect(pidOf(supervised)).not.toBe(first), 10_000)
  expect(lines).toEqual(['The child stopped unexpectedly (SIGKILL); starting it again in 0.2 s.'])
})

test('gives up on a child that dies five times before it was ready, with the end of its log', async () => {
  const { ready } = start('console.log("no database"); process.exit(3)')

  await expect(ready).rejects.toThrow(
    /The child could not start \(exit code 3, 5 times\)\. Its log is .*child\.log, which ends with:\n(no database\n?){5}/,
  )
})

test('gives up on a program that does not exist', async () => {
  const { ready } = start('', { command: '/does/not/exist' })

  await expect(ready).rejects.toThrow('ENOENT')
})

test('gives up on a child that is not ready in time', async () => {
  const { ready } = start(FOREVER, { readyWithinMs: 100 })

  await expect(ready).rejects.toThrow('not ready after 0.1 s')
})

test('stops a child with SIGTERM, and does not start it again', async () => {
  const supervised = start(`process.on("SIGTERM", () => process.exit(0)); ${READY} ${FOREVER}`)
  await supervised.ready
  const pid = pidOf(supervised)

  await supervised.stop()
  expect(isAlive(pid)).toBe(false)
  expect(supervised.pid()).toBeUndefined()
})

test('kills a child that ignores SIGTERM', async () => {
  const supervised = start(`process.on("SIGTERM", () => {}); ${READY} ${FOREVER}`, { stopWithinMs: 100 })
  await supervised.ready
  const pid = pidOf(supervised)

  await supervised.stop()
  expect(isAlive(pid)).toBe(false)
})

test('stops at once while it waits to start a dead child again', async () => {
  const supervised = start(`${READY} setTimeout(() => process.exit(1), 50)`)
  await supervised.ready
  await vi.waitFor(() => expect(supervised.pid()).toBeUndefined())

  await supervised.stop()
  expect(supervised.pid()).toBeUndefined()
})
