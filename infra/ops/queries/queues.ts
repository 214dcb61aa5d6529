import type { Redis } from 'ioredis'

export type QueueState = { name: string } & Record<'waiting' | 'active' | 'delayed' | 'failed', number>

/** What waits in each of BullMQ's queues; undefined when Redis does not answer. */
export async function readQueues(redisUrl: string | undefined): Promise<QueueState[] | undefined> {
  if (!redisUrl) return undefined
  // loaded here, for the commands that ask no Redis start in half the time without it
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    connectionName: 'ops',
    lazyConnect: true,
    connectTimeout: 2_000,
    maxRetriesPerRequest: null,
    retryStrategy: () => null,
  })
  redis.on('error', () => {})
  try {
    await redis.connect()
    const states: QueueState[] = []
    for (const name of await namesOfQueues(redis)) states.push(await stateOf(redis, name))
    return states
  } catch {
    return undefined
  } finally {
    redis.disconnect()
  }
}

async function namesOfQueues(redis: Redis): Promise<string[]> {
  const names = new Set<string>()
  for await (const keys of redis.scanStream({ match: 'bull:*:meta', count: 1_000 })) {
    for (const key of keys as string[]) names.add(key.slice('bull:'.length, -':meta'.length))
  }
  return [...names].sort()
}

async function stateOf(redis: Redis, name: string): Promise<QueueState> {
  const { Queue } = await import('bullmq')
  const queue = new Queue(name, { connection: redis, skipMetasUpdate: true })
  queue.on('error', () => {})
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCounts()
  return { name, waiting, active, delayed, failed }
}
