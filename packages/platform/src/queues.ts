import { type Job, type JobsOptions, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type pg from 'pg'
import type { Log } from './logging.ts'
import { pause } from './run-loop.ts'

/**
 * The prefix of all BullMQ keys of this installation. Read once per process; a failed read is repeated by the next call.
 * Two installations on one Redis would take each other's jobs without it.
 */
export type QueuePrefix = () => Promise<string>

export function createQueuePrefix(db: Pick<pg.Pool, 'query'>): QueuePrefix {
  let prefix: Promise<string> | undefined
  return () => {
    prefix ??= readQueuePrefix(db).catch((error) => {
      prefix = undefined
      throw error
    })
    return prefix
  }
}

export async function readQueuePrefix(db: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await db.query<{ value: string }>("select value from settings where key = 'installation'")
  if (!rows[0]) throw new Error('The database has no installation id: run the migrations')
  return `jaanch-${rows[0].value}`
}

type QueueOptions = { redis: Redis; prefix: QueuePrefix; queue: string }

/** A job to add. `name` is shown in dashboards. */
type NewJob<Data> = { name: string; data: Data; options?: JobsOptions }

export type JobProducer<Data> = {
  /** Adds jobs. @throws at once while Redis is unavailable: consumers also poll for due rows */
  add(jobs: readonly NewJob<Data>[]): Promise<void>
}

/** Nothing is read from a finished job. */
const removeWhenFinished: JobsOptions = { removeOnComplete: true, removeOnFail: true }

export function createJobProducer<Data>({ redis, prefix, queue }: QueueOptions): JobProducer<Data> {
  let opened: Queue | undefined

  async function open(): Promise<Queue> {
    const options = { connection: redis, prefix: await prefix() }
    if (opened) return opened
    opened = new Queue(queue, options)
    // the connection itself logs that Redis is unavailable
    opened.on('error', () => {})
    return opened
  }

  return {
    async add(jobs) {
      if (jobs.length === 0) return
      if (redis.status !== 'ready') throw new Error('Redis is unavailable')
      const target = await open()
      await target.addBulk(
        jobs.map(({ name, data, options }) => ({ name, data, opts: { ...removeWhenFinished, ...options } })),
      )
    },
  }
}

export type JobConsumer = {
  /** Stops taking jobs and waits for those that are running. @param isForced true: does not wait */
  close(isForced?: boolean): Promise<void>
}

export type JobConsumerOptions<Data> = QueueOptions & {
  /** Jobs that are handled at the same time */
  concurrency: number
  handle: (data: Data) => Promise<void>
  log: Log
}

/** A killed worker's jobs are found again within this time, ms. Polling would find their rows anyway. */
const stalledAfterMs = 5_000

/** Takes jobs from a queue as soon as the installation's prefix is known. */
export function createJobConsumer<Data>(options: JobConsumerOptions<Data>): JobConsumer {
  const { redis, prefix, queue, concurrency, handle, log } = options
  const closing = new AbortController()
  let worker: Worker | undefined

  async function open(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const keys = await prefix()
        if (closing.signal.aborted) return
        worker = new Worker(queue, ({ data }: Job<Data>) => handle(data), {
          connection: redis,
          prefix: keys,
          concurrency,
          lockDuration: stalledAfterMs,
          stalledInterval: stalledAfterMs,
        })
        worker.on('error', (error) => log.debug({ err: error, queue }, 'the queue is unavailable'))
        return
      } catch (error) {
        log.debug({ err: error, queue }, 'the prefix of the queues could not be read, trying again')
        await pause(1_000, closing.signal)
      }
    }
  }
  const opening = open()

  return {
    async close(isForced = false) {
      closing.abort()
      await opening
      await worker?.close(isForced)
    },
  }
}
