import { ownRedisDatabase } from '@jaanch/tests/support/stack'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createLog } from './logging.ts'
import { createJobConsumer, createJobProducer, createQueuePrefix } from './queues.ts'
import { createRedis } from './redis.ts'

const log = createLog('test', 'silent')

function connect() {
  const redis = createRedis({
    url: ownRedisDatabase(inject('redisUrl')),
    name: 'test',
    failFast: false,
    log,
  })
  onTestFinished(() => redis.disconnect())
  return redis
}

/** One installation's end of a queue. */
async function createQueue(installation: () => Promise<string>) {
  const options = { redis: connect(), prefix: installation, queue: 'work' }
  const handled: string[] = []
  const consumer = createJobConsumer<string>({
    ...options,
    concurrency: 1,
    checkPrefixEveryMs: 20,
    handle: async (data) => void handled.push(data),
    log,
  })
  onTestFinished(() => consumer.close())
  await expect.poll(() => options.redis.status).toBe('ready')
  return { handled, consumer, producer: createJobProducer<string>(options) }
}

const jobFor = (data: string) => ({ name: 'job', data })

it('keeps the jobs of two installations on one Redis apart', async () => {
  const first = await createQueue(async () => 'jaanch-first')
  const second = await createQueue(async () => 'jaanch-second')
  await first.producer.add([jobFor('a'), jobFor('b')])
  await second.producer.add([jobFor('c')])
  await expect.poll(() => first.handled).toEqual(['a', 'b'])
  await expect.poll(() => second.handled).toEqual(['c'])
})

it('starts to take jobs as soon as the installation can be read', async () => {
  let isAvailable = false
  const queue = await createQueue(async () => {
    if (!isAvailable) throw new Error('Postgres is unavailable')
    return 'jaanch-late'
  })
  await expect
    .poll(() => queue.producer.add([jobFor('a')]).catch(String))
    .toContain('Postgres is unavailable')
  isAvailable = true
  await queue.producer.add([jobFor('a')])
  await expect.poll(() => queue.handled).toEqual(['a'])
})

it('uses the new prefix after the installation has another one, as a restored database does', async () => {
  let installation = 'jaanch-before'
  const queue = await createQueue(async () => installation)
  const before = await createQueue(async () => 'jaanch-before')
  await queue.producer.add([jobFor('a')])
  await expect.poll(() => [...queue.handled, ...before.handled]).toEqual(['a'])
  installation = 'jaanch-after'
  const after = await createQueue(async () => 'jaanch-after')
  await after.consumer.close()
  // taken by the consumer that was open before
  await after.producer.add([jobFor('b')])
  await expect.poll(() => queue.handled).toContain('b')
  await queue.producer.add([jobFor('c')])
  await expect.poll(() => queue.handled).toContain('c')
  expect(before.handled).not.toContain('c')
})

it('reads the prefix again after a failure, and every ten seconds', async () => {
  let reads = 0
  let now = 0
  const prefix = createQueuePrefix(
    {
      query: async () => {
        reads += 1
        if (reads === 1) throw new Error('Postgres is unavailable')
        return { rows: [{ value: `id-${reads}` }] }
      },
    } as never,
    () => now,
  )
  await expect(prefix()).rejects.toThrow('unavailable')
  expect([await prefix(), await prefix()]).toEqual(['jaanch-id-2', 'jaanch-id-2'])
  now = 9_999
  expect(await prefix()).toBe('jaanch-id-2')
  now = 10_000
  expect(await prefix()).toBe('jaanch-id-3')
})
