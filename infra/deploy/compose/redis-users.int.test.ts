import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readQueues } from '@jaanch/operations/now/queues'
import { createLog } from '@jaanch/platform/logging'
import { createJobConsumer, createJobProducer, createQueuePrefix } from '@jaanch/platform/queues'
import { createRedis } from '@jaanch/platform/redis'
import { useTestDatabase } from '@jaanch/tests/support/database'
import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRepository } from '../../local/paths.ts'
import { findFreePort } from '../../local/process/ports.ts'
import { ensureRedis } from '../../local/redis.ts'
import { type Supervised, supervise } from '../../local/supervisor.ts'
import { readCompose, serviceOf } from './testing.ts'

const log = createLog('test', 'silent')
const database = useTestDatabase()
const password = 'f00ba5f00ba5'
let directory: string
let server: Supervised
let port: number
let redis: Redis

/** Redis with the users and arguments of the containers. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'jaanch-redis-users-'))
  const users = join(directory, 'users.acl')
  const { command = [] } = serviceOf(readCompose(), 'redis')
  // sh start.sh <users> docker-entrypoint.sh redis-server --aclfile <users> …
  const args = command.slice(command.indexOf('redis-server') + 1)
  port = await findFreePort()
  server = supervise({
    name: 'Redis',
    command: 'sh',
    args: [
      inRepository('infra/deploy/compose/redis/start.sh'),
      users,
      await ensureRedis(),
      ...args.map((each) => (each === '/tmp/users.acl' ? users : each)),
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', directory],
    ],
    env: { PATH: process.env.PATH, REDISCLI_AUTH: password },
    logFile: join(directory, 'redis.log'),
    isReady: async () => {
      // queues its commands until the server answers
      const waiting = new Redis({ port, username: 'jaanch', password, maxRetriesPerRequest: null })
      waiting.on('error', () => {})
      await waiting.ping()
      waiting.disconnect()
      return true
    },
  })
  await server.ready
  const url = `redis://jaanch:${password}@127.0.0.1:${port}`
  redis = createRedis({ url, name: 'test', failFast: false, log })
  await redis.ping()
})

afterAll(async () => {
  redis.disconnect()
  await server.stop()
  await rm(directory, { recursive: true })
})

describe("the services' user of Redis in containers", () => {
  it('runs a queue, counts it, and counts calls', async () => {
    const prefix = createQueuePrefix(database.pool)
    const queue = { redis, prefix, queue: 'work' }
    const handled: number[] = []
    const consumer = createJobConsumer<number>({
      ...queue,
      concurrency: 2,
      handle: async (data) => void handled.push(data),
      log,
    })
    const producer = createJobProducer<number>(queue)
    await producer.add([1, 2, 3].map((data) => ({ name: 'job', data })))
    await producer.add([{ name: 'later', data: 4, options: { delay: 20 } }])
    await expect.poll(() => handled.toSorted()).toEqual([1, 2, 3, 4])
    await consumer.close()

    await producer.add([{ name: 'job', data: 5 }])
    const states = await readQueues(database.pool, `redis://jaanch:${password}@127.0.0.1:${port}`)
    expect(states).toEqual([{ name: 'work', waiting: 1, active: 0, delayed: 0, failed: 0 }])

    const limiter = new RateLimiterRedis({ storeClient: redis, keyPrefix: 'calls', points: 1, duration: 60 })
    await limiter.consume('someone')
    await expect(limiter.consume('someone')).rejects.toMatchObject({ consumedPoints: 2 })
    await limiter.delete('someone')
  })

  it.each([
    ['flushall'],
    ['keys', '*'],
    ['config', 'get', '*'],
    ['config', 'set', 'dir', '/tmp'],
    ['acl', 'list'],
    ['module', 'list'],
    ['client', 'list'],
    ['monitor'],
    ['replicaof', '127.0.0.1', '1'],
    ['shutdown'],
  ])('may not %s [V13.2.2]', async (command, ...args) => {
    await expect(redis.call(command, ...args)).rejects.toThrow(/^NOPERM/)
  })
})

it('nobody reaches that Redis without its password [V13.2.1]', async () => {
  for (const [account, answer] of [
    [{}, /^NOAUTH/],
    [{ password }, /^WRONGPASS/],
    [{ username: 'jaanch', password: 'another' }, /^WRONGPASS/],
  ] as const) {
    const stranger = new Redis({ port, lazyConnect: true, retryStrategy: () => null, ...account })
    const failures: string[] = []
    stranger.on('error', ({ message }) => failures.push(message))
    await stranger.ping().catch(({ message }) => failures.push(message))
    stranger.disconnect()
    expect(
      failures.some((failure) => answer.test(failure)),
      failures.join(),
    ).toBe(true)
  }
})
