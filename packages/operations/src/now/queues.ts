import type { Queryable } from '@jaanch/eventlog/read'
import { readQueuePrefix } from '@jaanch/platform/queues'
import type { Redis } from 'ioredis'
import type { OperationsView } from './api.ts'

export type QueueState = NonNullable<OperationsView['queues']>[number]

/** The number of jobs in each BullMQ queue of this installation; undefined if Redis does not answer. */
export async function readQueues(
  db: Queryable,
  redisUrl: string | undefined,
): Promise<QueueState[] | undefined> {
  if (!redisUrl) return undefined
  const prefix = await readQueuePrefix(db)
  // imported here: commands that do not use Redis start in half the time
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
    for (const name of await listQueues(redis, prefix)) states.push(await readQueue(redis, prefix, name))
    return states
  } catch {
    return undefined
  } finally {
    redis.disconnect()
  }
}

async function listQueues(redis: Redis, prefix: string): Promise<string[]> {
  const names = new Set<string>()
  for await (const keys of redis.scanStream({ match: `${prefix}:*:meta`, count: 1_000 })) {
    for (const key of keys as string[]) names.add(key.slice(`${prefix}:`.length, -':meta'.length))
  }
  return [...names].sort()
}

async function readQueue(redis: Redis, prefix: string, name: string): Promise<QueueState> {
  const { Queue } = await import('bullmq')
  const queue = new Queue(name, { connection: redis, prefix, skipMetasUpdate: true })
  queue.on('error', () => {})
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCounts()
  return { name, waiting, active, delayed, failed }
}
