import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAlive } from './process/inspect.ts'
import { readConfig, sendCommand } from './redis/config.ts'
import { startRedis } from './redis.ts'
import type { LocalServer } from './supervisor.ts'
import { useTempDir } from './testing.ts'

const tempDir = useTempDir()
let dataDir: string
let server: LocalServer | undefined

beforeEach(() => {
  dataDir = tempDir.path
})
afterEach(() => server?.stop())

async function start(): Promise<LocalServer> {
  server = await startRedis({ dataDir })
  return server
}

function send(command: string): Promise<string | undefined> {
  const address = readConfig(join(dataDir, 'redis'))
  if (!address) throw new Error('no redis.conf')
  return sendCommand(address, command)
}

test('stores its data over a restart', async () => {
  await start()
  await send('SET stored 42')
  await server?.stop()

  await start()
  expect(await send('STRLEN stored')).toBe(':2')
})

test('never evicts, and accepts only its password', async () => {
  const { url } = await start()
  const { port, password } = new URL(url)

  expect(await send('CONFIG GET maxmemory-policy')).toBe('*2')
  expect(await sendCommand({ port: Number(port), password }, 'PING')).toBe('+PONG')
  expect(await sendCommand({ port: Number(port), password: 'guess' }, 'PING')).toBeUndefined()
})

test('answers through its Unix socket too, and requires the password there', async () => {
  const { socketUrl } = await start()
  const redis = new Redis(socketUrl, { lazyConnect: true })
  expect(redis.options.path).toContain(dataDir)
  expect(await redis.ping()).toBe('PONG')
  redis.disconnect()

  const stranger = new Redis({ path: redis.options.path ?? '' })
  stranger.on('error', () => {})
  await expect(stranger.ping()).rejects.toThrow('NOAUTH')
  stranger.disconnect()
})

test('restarts on the same port after its process is killed', async () => {
  const { pid } = await start()
  const first = pid()

  process.kill(first ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect([undefined, first]).not.toContain(pid()), 60_000)
  await vi.waitFor(async () => expect(await send('PING')).toBe('+PONG'), 60_000)
})

test('shuts down the server of an earlier start that still runs', async () => {
  const earlier = await start()
  const pid = earlier.pid() ?? 0
  const second = await startRedis({ dataDir })

  // Stopped before its supervisor restarts it, because the directory now belongs to the second.
  await earlier.stop()
  expect(isAlive(pid)).toBe(false)
  expect(await send('PING')).toBe('+PONG')
  await second.stop()
})
