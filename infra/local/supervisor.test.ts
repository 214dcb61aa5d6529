import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { isAlive } from './process/inspect.ts'
import { nextDelay, type Supervised, type SuperviseOptions, supervise } from './supervisor.ts'
import { useTempDir } from './testing.ts'

const READY = 'process.send({ type: "ready" });'
const RUN = 'setInterval(() => {}, 1000);'

const directory = useTempDir()
let child: Supervised | undefined

afterEach(() => child?.stop())

function start(script: string, options: Partial<SuperviseOptions> = {}): Supervised {
  child = supervise({
    name: 'The child',
    command: process.execPath,
    args: ['-e', script],
    env: process.env,
    logFile: join(directory.path, 'logs', 'child.log'),
    ...options,
  })
  return child
}

function pidOf({ pid }: Supervised): number {
  const current = pid()
  if (current === undefined) throw new Error('not running')
  return current
}

test('is ready when the child sends the message, and writes its output to the log', async () => {
  const { ready } = start(`console.log("hello"); console.error("there"); ${READY} ${RUN}`)
  await ready

  expect(readFileSync(join(directory.path, 'logs', 'child.log'), 'utf8')).toBe('hello\nthere\n')
})

test('restarts a killed child, and reports it', async () => {
  const lines: string[] = []
  const supervised = start(READY + RUN, { log: (line) => lines.push(line) })
  await supervised.ready
  const first = pidOf(supervised)

  process.kill(first, 'SIGKILL')
  await expect.poll(() => supervised.pid()).toSatisfy((pid) => pid !== undefined && pid !== first)
  expect(lines).toEqual(['The child stopped unexpectedly (SIGKILL); starting it again in 0.2 s.'])
})

test('fails if the child dies five times before it is ready, with the last lines of its log', async () => {
  const { ready } = start('console.log("no database"); process.exit(3)')

  await expect(ready).rejects.toThrow(
    /The child could not start \(exit code 3, 5 times\)\. Its log is .*child\.log, which ends with:\n(no database\n?){5}/,
  )
})

test('fails if the child is not ready in time', async () => {
  const { ready } = start(RUN, { readyWithinMs: 100 })

  await expect(ready).rejects.toThrow('not ready after 0.1 s')
})

test('stops a child with SIGTERM, and does not restart it', async () => {
  const supervised = start(`process.on("SIGTERM", () => process.exit(0)); ${READY} ${RUN}`)
  await supervised.ready
  const pid = pidOf(supervised)

  await supervised.stop()
  expect(isAlive(pid)).toBe(false)
  expect(supervised.pid()).toBeUndefined()
})

test('kills a child that ignores SIGTERM', async () => {
  const supervised = start(`process.on("SIGTERM", () => {}); ${READY} ${RUN}`, { stopWithinMs: 100 })
  await supervised.ready
  const pid = pidOf(supervised)

  await supervised.stop()
  expect(isAlive(pid)).toBe(false)
})

test('stops immediately while it waits to restart a dead child', async () => {
  const supervised = start(`${READY} setTimeout(() => process.exit(1), 50)`)
  await supervised.ready
  await expect.poll(() => supervised.pid()).toBeUndefined()

  await supervised.stop()
  expect(supervised.pid()).toBeUndefined()
})

describe('the delay before a restart', () => {
  test('doubles from 200 ms to 10 s', () => {
    const delays: number[] = []
    for (let n = 0; n < 8; n++) delays.push(nextDelay(delays.at(-1), 50))

    expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
  })

  test('begins again after the child ran for 30 s', () => {
    expect(nextDelay(6400, 29_999)).toBe(1_000)
    expect(nextDelay(6400, 30_000)).toBe(200)
  })

  test('is at most 1 s for a child that was working when it died', () => {
    expect(nextDelay(1600, 999)).toBe(3200)
    expect(nextDelay(1600, 1_000)).toBe(1_000)
    expect(nextDelay(200, 1_000)).toBe(400)
  })
})
