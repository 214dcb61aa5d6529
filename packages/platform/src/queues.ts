import { type Job, type JobsOptions, Queue, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type pg from 'pg'
import type { Log } from './logging.ts'
import { runLoop } from './run-loop.ts'

/**
 * The prefix of all BullMQ keys of this installation. Two installations on one Redis would take each other's jobs without it.
 * A restored database gets a new one while processes run, so it is read again after some seconds; a failed read is repeated by
 * the next call.
 */
export type QueuePrefix = () => Promise<string>

/** Until all processes know a new prefix, polling finds the rows whose jobs nobody takes, about a second later. */
const prefixValidMs = 10_000

export function createQueuePrefix(db: Pick<pg.Pool, 'query'>, now: () => number = Date.now): QueuePrefix {
  let known: { prefix: Promise<string>; readAt: number } | undefined
  return () => {
    if (known && now() - known.readAt < prefixValidMs) return known.prefix
    const prefix = readQueuePrefix(db).catch((error) => {
      known = undefined
      throw error
    })
    known = { prefix, readAt: now() }
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
    const keys = await prefix()
    if (opened?.opts.prefix === keys) return opened
    const previous = opened
    opened = new Queue(queue, { connection: redis, prefix: keys })
    // the connection itself logs that Redis is unavailable
    opened.on('error', () => {})
    previous?.close().catch(() => {})
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
  /** Default: as long as a prefix is valid, 10 s */
  checkPrefixEveryMs?: number
  log: Log
}

/** A killed worker's jobs are found again within this time, ms. Polling would find their rows anyway. */
const stalledAfterMs = 5_000

/** Takes jobs from a queue as soon as the installation's prefix is known, and from another one when it has changed. */
export function createJobConsumer<Data>(options: JobConsumerOptions<Data>): JobConsumer {
  const { redis, prefix, queue, concurrency, handle, log, checkPrefixEveryMs = prefixValidMs } = options
  const closing = new AbortController()
  let worker: Worker | undefined

  function open(keys: string): Worker {
    const opened = new Worker(queue, ({ data }: Job<Data>) => handle(data), {
      connection: redis,
      prefix: keys,
      concurrency,
      lockDuration: stalledAfterMs,
      stalledInterval: stalledAfterMs,
    })
    opened.on('error', (error) => log.debug({ err: error, queue }, 'the queue is unavailable'))
    return opened
  }

  const following = runLoop({
    name: `the queue ${queue}`,
    async pass() {
      const keys = await prefix()
      if (closing.signal.aborted || worker?.opts.prefix === keys) return false
      const previous = worker
      worker = open(keys)
      // not waited for: a job that it has begun ends by itself, and those that it has not begun are found by polling
      await previous?.close(true)
      return false
    },
    pollMs: checkPrefixEveryMs,
    maxPauseMs: 1_000,
    onError: (error) =>
      log.debug({ err: error, queue }, 'the prefix of the queues could not be read, trying again'),
    signal: closing.signal,
  })

  return {
    async close(isForced = false) {
      closing.abort()
      await following
      await worker?.close(isForced)
    },
  }
}
